import { Names, settingName } from "../../../cli/export/names";

const user = (text: string, id = "4001") => ({ texts: [text], noun: "user", id });

describe("the names of a program", () => {
  it.each([
    ["Front door", "frontDoor", "front-door"],
    ["Böhm & Söhne", "bohmSohne", "bohm-sohne"],
    ["Приморская 5", "приморская5", "приморская-5"],
    ["東京の家", "東京の家", "東京の家"],
    ["5th floor", "user5thFloor", "5th-floor"],
    ["class", "classUser", "class"],
    ["Object", "objectUser", "object"],
    ["con", "con", "user-con"],
    ["🏠", "user4001", "user-4001"],
    ["", "user4001", "user-4001"],
    ["`${process.exit()}`", "processExit", "process-exit"],
    ["*/ alert(1); /*", "alert1", "alert-1"],
    ["one\ntwo\u2028three", "oneTwoThree", "one-two-three"],
    ["\u202eabc\u202c", "abc", "abc"],
    ["half \ud83d a", "halfA", "half-a"],
    ["__proto__", "proto", "proto"],
  ])("of %j are %j and %j", (text, identifier, resource) => {
    expect(new Names().identifier(user(text))).toBe(identifier);
    expect(new Names().resource(user(text))).toBe(resource);
  });

  it("are short, however long a name is", () => {
    for (const text of ["x".repeat(300), "長".repeat(300), "ﷺ".repeat(300), "many words ".repeat(30)]) {
      expect(new Names().identifier(user(text)).length).toBeLessThanOrEqual(26);
      expect(new Names().resource(user(text)).length).toBeLessThanOrEqual(38);
    }
  });

  it("differ for equal names, by the id, and the first keeps the plain one", () => {
    const names = new Names();
    expect([names.identifier(user("Anna", "4001")), names.identifier(user("Anna", "4002"))]).toEqual([
      "anna",
      "anna4002",
    ]);
    expect([names.identifier(user("anna 4002")), names.identifier(user("Anna", "4002"))]).toEqual([
      "anna40024001",
      "anna4002_2",
    ]);
    expect(names.resource(user("Bob", "1"))).toBe("bob");
    expect(names.resource(user("BOB", "2"))).toBe("bob-2");
    expect(names.resource(user("bob", "2"))).toBe("bob-2-2");
  });

  it("are not those that the program uses", () => {
    expect(new Names(["locks"]).identifier(user("Locks", "17"))).toBe("locks17");
  });

  it("of files have only letters that each system takes", () => {
    const file = (text: string) => new Names().file({ texts: [text], noun: "address", id: "701" });
    expect([file("Приморская 5"), file("../../etc"), file("NUL"), file("東京")]).toEqual([
      "5",
      "etc",
      "address-nul",
      "address-701",
    ]);
  });

  it("of settings can be typed", () => {
    expect(settingName(["Front desk"], "login", "9", "password")).toBe("frontDeskPassword");
    expect(settingName(["東京"], "login", "9", "password")).toBe("login9Password");
  });
});
