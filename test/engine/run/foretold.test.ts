import { Foretold } from "../../../provider/engine/run/foretold";
import { UNKNOWN } from "../../../provider/engine/values/unknown";

const urn = (name: string, types = "smartlock:AccountUser") => `urn:pulumi:stack::project::${types}::${name}`;
const inputs = { __references: { accountUserId: { name: "anna" } } };
const wanted = { name: "Phone", accountUserId: UNKNOWN };

describe("Ids that are foretold", () => {
  it("stand for those that are not known yet", () => {
    const foretold = new Foretold();
    foretold.adopts(urn("anna"), { accountUserId: 4010 });
    foretold.adopts(urn("ben"), { accountUserId: 4011 });
    expect(foretold.resolved(inputs, wanted)).toEqual({ name: "Phone", accountUserId: 4010 });
    const named = { __references: { accountUserId: { name: "a::b" } } };
    foretold.adopts(urn("a::b"), { accountUserId: 7 });
    expect(foretold.resolved(named, wanted)).toEqual({ name: "Phone", accountUserId: 7 });
  });

  it("change nothing that is known, or refers to nothing", () => {
    const foretold = new Foretold();
    foretold.adopts(urn("anna"), { accountUserId: 4010 });
    expect(foretold.resolved(inputs, { accountUserId: 5 })).toEqual({ accountUserId: 5 });
    expect(foretold.resolved({}, wanted)).toEqual(wanted);
    expect(foretold.resolved({ __references: { accountUserId: { name: "ben" } } }, wanted)).toEqual(wanted);
  });

  it("are no longer foretold once the resource is checked again", () => {
    const foretold = new Foretold();
    foretold.adopts(urn("anna"), { accountUserId: 4010 });
    foretold.forget(urn("anna"));
    foretold.forget(urn("ben"));
    expect(foretold.resolved(inputs, wanted)).toEqual(wanted);
  });

  it("are not guessed where two resources have the same name, unless only one has such an id", () => {
    const foretold = new Foretold();
    foretold.adopts(urn("anna"), { accountUserId: 4010 });
    foretold.adopts(urn("anna", "smartlock:Address"), { addressId: 7 });
    expect(foretold.resolved(inputs, wanted)).toMatchObject({ accountUserId: 4010 });
    foretold.adopts(urn("anna", "a:b:House$smartlock:AccountUser"), { accountUserId: 4011 });
    expect(foretold.resolved(inputs, wanted)).toEqual(wanted);
  });
});

describe("The name of an object whose id is not known yet", () => {
  const nameOf = (...declared: readonly [string, unknown, string?][]): string | undefined => {
    const foretold = new Foretold();
    declared.forEach(([owner, name, idField = "accountUserId"]) => foretold.declares(owner, name, idField));
    return foretold.nameOf("anna", "accountUserId");
  };

  it("is the one that its resource declares", () => {
    expect(nameOf([urn("anna"), "Anna"], [urn("ben"), "Ben"])).toBe("Anna");
    expect(nameOf([urn("anna"), "Anna"], [urn("anna"), "Anna Lind"])).toBe("Anna Lind");
  });

  it("is not known if nobody declares it, or it is not known either", () => {
    expect(nameOf()).toBeUndefined();
    expect(nameOf([urn("ben"), "Ben"])).toBeUndefined();
    expect(nameOf([urn("anna"), UNKNOWN])).toBeUndefined();
    expect(nameOf([urn("anna"), 7])).toBeUndefined();
  });

  it("is not guessed where two resources have the same name, unless only one has such an id", () => {
    const address: [string, string, string] = [urn("anna", "smartlock:Address"), "Villa Anna", "addressId"];
    expect(nameOf(address)).toBeUndefined();
    expect(nameOf([urn("anna"), "Anna"], address)).toBe("Anna");
    expect(nameOf([urn("anna"), "Anna"], [urn("anna", "a:b:House$c"), "Anna Lind"])).toBeUndefined();
  });
});
