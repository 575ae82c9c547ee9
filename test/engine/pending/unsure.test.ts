import { stillUnsure, unsureAfterFailure } from "../../../provider/engine/pending/left-by-update";

describe("Fields that a failed update may have set", () => {
  const state = { __unsure: ["password", "code"] };

  it("are unsure until an update has sent them", () => {
    expect(stillUnsure(state, ["password"])).toEqual({ __unsure: ["code"] });
    expect(stillUnsure(state, ["code", "password"])).toEqual({});
  });

  it("are each recorded once", () => {
    expect(unsureAfterFailure(state, ["code", "name"])).toEqual({ __unsure: ["password", "code", "name"] });
    expect(unsureAfterFailure({}, [])).toEqual({});
  });
});
