import { Kind } from "../../../provider/engine/kind/kind";
import { RefusedError } from "../../../provider/engine/kind/refused-error";
import { UnprovenError } from "../../../provider/engine/lists/absence";
import { naming } from "../../../provider/engine/lifecycle/naming";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import { NotAllowedError, NotFoundError } from "../../../provider/http";
import { authorization } from "../../../provider/resources/authorization/authorization";

describe("A write that fails", () => {
  const facts = {
    operation: "authorizations.removeMany",
    object: "DELETE /smartlock/auth",
    attempts: 0,
    outcomeUnknown: false,
    nextStep: "Turn it off.",
  };
  const refused = new NotAllowedError("only reading is allowed now", facts);
  const own =
    "authorizations.removeMany failed (DELETE /smartlock/auth): only reading is allowed now. Turn it off.";
  const kind = new Kind(authorization);
  const thrown = (error: unknown, name = "Guest"): Promise<unknown> =>
    naming(kind, { smartlockId: 17, name }, "deleted", () => Promise.reject(error as Error)).catch(
      (failure: unknown) => failure,
    );
  const told = async (error: unknown, name?: string): Promise<string> =>
    ((await thrown(error, name)) as Error).message;

  it("says what was not done to which object, also if others share the request", async () => {
    expect(await told(refused, "Crew")).toBe(`Authorization "Crew" was not deleted: ${own}`);
    expect(await told(refused)).toBe(`Authorization "Guest" was not deleted: ${own}`);
    const sent = new NotFoundError("there is no such object", { ...facts, attempts: 1 });
    expect(await told(sent)).toBe(`Authorization "Guest" was not deleted: ${sent.message}`);
  });

  it("does not say that it was not done if nobody knows", async () => {
    const lost = new NotFoundError("no answer came", { ...facts, outcomeUnknown: true });
    expect(await told(lost)).toBe(`Authorization "Guest": ${lost.message}`);
    const look = new NotFoundError("no answer came", { ...facts, object: "GET /smartlock/auth" });
    expect(await told(look)).toBe(`Authorization "Guest": ${look.message}`);
  });

  it("says to which object an answer refused it", async () => {
    const answer = new RefusedError('the service says "in use". Run again.');
    expect(await told(answer)).toBe(
      'Authorization "Guest" was not deleted: the service says "in use". Run again.',
    );
  });

  it("says of which object it is not known whether it is there", async () => {
    const unproven = new UnprovenError("the account of the token could not be read: no answer came");
    expect(await told(unproven)).toBe(
      'Authorization "Guest" was not deleted: the account of the token could not be read: no answer came. Run again.',
    );
  });

  it("is named once, and keeps what Pulumi has to store", async () => {
    const outs = { name: "Guest", __provider: "code" };
    const failure = await thrown(new IncompleteError("17/5f", outs, outs, refused));
    expect(failure).toBeInstanceOf(IncompleteError);
    const message = `Authorization "Guest": ${own}`;
    expect(failure).toMatchObject({ id: "17/5f", properties: outs, reasons: [message], message });
    expect(await told(failure)).toBe(message);
  });

  it("says itself what it is about, if it is an error of the provider", async () => {
    const itself = new Error('Authorization "Guest" (id 17/5f) was not deleted: it is pending.');
    expect(await thrown(itself)).toBe(itself);
    expect(await naming(kind, {}, "changed", () => Promise.resolve(5))).toBe(5);
  });
});
