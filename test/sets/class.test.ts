import * as smartlock from "../../provider";

describe("The class of a set", () => {
  it("has no get, in the types and at run time: the service knows the authorizations, not the set", () => {
    expect(() => {
      // @ts-expect-error -- there is none; programs in JavaScript are told at run time
      // eslint-disable-next-line @typescript-eslint/no-unsafe-call -- it has no type
      smartlock.AuthorizationSet.get("cleaners", "0123456789abcdef");
    }).toThrow("AuthorizationSet has no get");
  });
});
