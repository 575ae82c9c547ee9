import { naming } from "../../provider/engine/read-only";
import { NotAllowedError } from "../../provider/http";

describe("A write that is kept from being sent", () => {
  const refused = (attempts: number): NotAllowedError =>
    new NotAllowedError("only reading is allowed now", {
      operation: "authorizations.removeMany",
      object: "DELETE /smartlock/auth",
      attempts,
      outcomeUnknown: false,
      nextStep: "Turn it off.",
    });
  const told = (error: Error, name = "Guest"): Promise<string> =>
    naming(`Authorization "${name}" was not deleted`, Promise.reject(error)).catch(
      (thrown: unknown) => (thrown as Error).message,
    );
  const own =
    "authorizations.removeMany failed (DELETE /smartlock/auth): only reading is allowed now. Turn it off.";

  it("says what would have been done to what", async () => {
    expect(await told(refused(0))).toBe(`Authorization "Guest" was not deleted: ${own}`);
  });

  it("names only itself where others share the request", async () => {
    const shared = refused(0);
    await told(shared, "Crew");
    expect(await told(shared)).toBe(`Authorization "Guest" was not deleted: ${own}`);
  });

  it("is no other failure", async () => {
    expect(await told(refused(1))).toBe(own);
    expect(await told(new Error("lost"))).toBe("lost");
    expect(await naming("", Promise.resolve(5))).toBe(5);
  });
});
