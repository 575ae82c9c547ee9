import "./protocol/passing-time";
import { Account } from "./promises/every-kind";

it("shows lines", async () => {
  const account = await Account.start({ seed: "demo", settleMs: 20 }, {});
  try {
    const program = account.program();
    const r = await account.engine.up(program);
    console.log(r.errors, r.output);
    const again = await account.engine.preview(program);
    console.log(again.steps, again.output);
    const changed = program.map((one) => ({ ...one, inputs: { ...one.inputs,
      ...(one.type.startsWith("Authorization") ? { allowedWeekDays: ["mon", "tue", "wed"], allowedFromTime: "18:00", allowedUntilTime: 1260, remoteAllowed: true } : {}),
      ...(one.type === "AccountUser" ? { name: "Another", language: "fr" } : {}),
      ...(one.type === "SubAccount" ? { rights: 19, password: "other-password" } : {}),
      ...(one.type === "Address" ? { smartlockIds: [] } : {}),
      ...(one.type === "AddressUnit" ? { name: "Other unit" } : {}),
      ...(one.type === "Webhook" ? { webhookFeatures: ["ACCOUNT_USER"] } : {}),
      ...(one.type === "Notification" ? { os: 0, settings: [{ triggerEvents: ["ring"] }] } : {}),
    } }));
    const p = await account.engine.preview(changed);
    console.log(p.errors, p.steps, p.output);
  } finally { await account.stop(); }
});
