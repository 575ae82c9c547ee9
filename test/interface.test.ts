import { SmartlockClient } from "../provider/api";
import { servedOperations, type Simulator, startSimulator } from "../simulator";
import { calls, type KnownIds } from "./api/calls";
import { interfaceList } from "./api/interface-list";
import { oneTimePassword } from "./one-time-password";

/**
 * Calls every operation of the interface through the client, over real HTTP on the simulator. Three lists that are not
 * derived from each other must agree: the interface as kept by hand, the client's declarations, and what the simulator
 * serves.
 */
describe("the whole interface", () => {
  const wanted = interfaceList.map(([method, path]) => `${method} ${path}`);
  let simulator: Simulator;
  let client: SmartlockClient;
  let ids: KnownIds;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo" });
    client = new SmartlockClient({ token: simulator.token, baseUrl: simulator.url });
    ids = await prepare(client, simulator);
    simulator.clearRequests();
  });

  afterAll(async () => {
    await client.close();
    await simulator.stop();
  });

  it("is served by the simulator, no more and no less", () => {
    const served = servedOperations.map(({ name }) => name as string);
    expect({
      missing: wanted.filter((operation) => !served.includes(operation)),
      excess: served.filter((operation) => !wanted.includes(operation)),
    }).toEqual({ missing: [], excess: [] });
  });

  it.each(Object.entries(calls))("%s", async (_name, call) => {
    await call(client, ids);
  });

  it("was exercised through real HTTP, every operation of it", () => {
    const answered = simulator.requests().filter(({ status }) => status !== null && status < 300);
    const exercised = new Set(answered.map(({ operation }) => operation as string | null));
    const missing = wanted.filter((operation) => !exercised.has(operation));
    process.stdout.write(
      `interface: ${wanted.length - missing.length} of ${wanted.length} operations exercised\n`,
    );
    expect(missing).toEqual([]);
  });
});

async function prepare(client: SmartlockClient, simulator: Simulator): Promise<KnownIds> {
  const state = simulator.state();
  const lock = (name: string) =>
    required(state.smartlocks.find((device) => device.name === name)).smartlockId;
  const smartlockId = lock("Front door");
  const addressId = required(state.addresses[0]).addressId;
  const spareAddress = await client.addresses.create({ name: "Spare", smartlockIds: [] });
  const user = await client.accountUsers.create({ email: "user@example.com", name: "User" });
  const spareUser = await client.accountUsers.create({ email: "spare@example.com", name: "Spare" });
  const key = await client.apiKeys.create({ description: "Key" });
  const spareKey = await client.apiKeys.create({ description: "Spare key" });
  const token = (description: string) =>
    client.apiKeys.createToken({ apiKeyId: key.apiKeyId }, { description, scopes: ["smartlock.log"] });
  const notification = await client.notifications.create({
    referenceId: "pms-7",
    pushId: "https://pms.example.com/events",
    os: 2,
    settings: [{ triggerEvents: ["ring"] }],
  });
  const subAccount = await client.subAccounts.create({
    email: "night@example.com",
    password: "invented-password",
    name: "Night desk",
    rights: 0,
    language: "en",
  });
  const webhook = await client.webhooks.create({
    webhookUrl: "https://hooks.example.com/other",
    webhookFeatures: ["DEVICE_LOGS"],
  });
  const grants = state.authorizations.filter((grant) => grant.smartlockId === smartlockId);
  const others = state.authorizations.filter((grant) => grant.smartlockId === lock("Garage"));
  return {
    smartlockId,
    spareSmartlockId: lock("Office"),
    openerId: lock("Street entrance"),
    smartdoorId: lock("Cellar"),
    authorizationId: required(grants[0]).id,
    spareAuthorizationIds: [required(others[0]).id, required(others[1]).id],
    accountUserId: user.accountUserId,
    spareAccountUserId: spareUser.accountUserId,
    addressId,
    spareAddressId: spareAddress.addressId,
    unitIds: [required(state.addressUnits[0]).id, required(state.addressUnits[1]).id],
    reservationId: required(state.reservations[0]).id,
    addressTokenId: required(state.addressTokens[0]).id,
    apiKeyId: key.apiKeyId,
    spareApiKeyId: spareKey.apiKeyId,
    tokenId: (await token("One")).id,
    spareTokenId: (await token("Two")).id,
    notificationId: required(notification.notificationId),
    subAccountId: subAccount.accountId,
    webhookId: required(webhook.id),
    serviceId: "airbnb",
    brandId: required(state.brands[0]).brandId,
    intercomId: required(state.intercoms[0]).intercomId,
    otpFor: (secret) => oneTimePassword(secret, simulator.clock.now()),
  };
}

function required<T>(value: T | null | undefined): T {
  if (value === undefined || value === null) {
    throw new Error("The demo account lacks something that the calls need.");
  }
  return value;
}
