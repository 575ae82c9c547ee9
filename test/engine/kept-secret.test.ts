import { keepSecret, withoutSecrets } from "../../provider/engine/kept-secret";

describe("What the program marked as secret", () => {
  beforeAll(() => {
    keepSecret("Mara", "guest");
    keepSecret("Mara Lind", "guest-2");
    keepSecret('Ivo "the (*) one"', "[secret]");
    keepSecret("mara.l+a@example.com", "[secret]");
    keepSecret(" ", "[secret]");
  });

  it.each([
    ['Authorization "Mara" on Front door.', 'Authorization "guest" on Front door.'],
    ["Mara: Front door, Mara's key.", "guest: Front door, guest's key."],
    ["Mara Lind gets Office.", "guest-2 gets Office."],
    ["Marathon, Samara, Mara2, Márá", "Marathon, Samara, Mara2, Márá"],
    ['AccountUser "Ivo \\"the (*) one\\"".', 'AccountUser "[secret]".'],
    ['Ivo "the (*) one" is there', "[secret] is there"],
    ["(mara.l+a@example.com)", "([secret])"],
    ["maraXl+a@example.com", "maraXl+a@example.com"],
    ["nothing of that", "nothing of that"],
  ])("is not in %j", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it("keeps its first name for people", () => {
    keepSecret("Mara", "another");
    expect(withoutSecrets("Mara")).toBe("guest");
  });
});
