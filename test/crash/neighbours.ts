import { SmartlockClient } from "../../provider/api";
import type { Simulator } from "../../simulator";

/** Objects that somebody created in the app, similar to those of the program. The program manages none of them. */
export async function addNeighbours(simulator: Simulator): Promise<void> {
  const app = new SmartlockClient({ token: simulator.token, baseUrl: simulator.url });
  const [lock] = await app.smartlocks.list();
  const smartlockId = lock?.smartlockId ?? 0;
  const house = await app.addresses.create({ name: "Beach house", smartlockIds: [smartlockId] });
  await app.addresses.createUnit({ addressId: house.addressId }, { name: "Attic" });
  const { accountUserId } = await app.accountUsers.create({ email: "crew-2@example.com", name: "Crew" });
  await app.subAccounts.create({
    email: "desk-2@example.com",
    password: "an invented password",
    name: "Desk",
    rights: 0,
    language: "en",
  });
  await app.webhooks.create({
    webhookUrl: "https://hooks.example.com/kept",
    webhookFeatures: ["DEVICE_STATUS"],
  });
  await app.notifications.create({
    pushId: "an-invented-phone-bell-kept",
    os: 0,
    settings: [{ triggerEvents: ["ring"] }],
  });
  const known = simulator.state().authorizations.length;
  await app.authorizations.create(
    { smartlockId },
    { accountUserId, type: 2, name: "Crew 2", remoteAllowed: false },
  );
  await app.authorizations.create({ smartlockId }, { accountUserId, name: "Crew", remoteAllowed: false });
  const isQuiet = (): boolean => {
    const { authorizations } = simulator.state();
    return (
      authorizations.length === known + 2 &&
      authorizations.every(({ operationId }) => operationId === undefined)
    );
  };
  while (!isQuiet()) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await app.close();
}
