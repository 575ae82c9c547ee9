import type { AccountStateInput, Simulator } from "../../../simulator";
import { startSimulator } from "../../../simulator";

type State = ReturnType<Simulator["state"]>;

/** Invented values that nothing may print. */
export const PIN = "7351";
export const SERVICE_CREDENTIAL = "an-invented-credential";

/** The demo account, with an API key that has advanced access and two tokens, and with a reservation that is issued. */
export async function fullAccount(): Promise<AccountStateInput> {
  const simulator = await startSimulator({ seed: "demo", token: "an-invented-token" });
  const state = simulator.state();
  await simulator.stop();
  const creationDate = state.account.creationDate;
  const { accountId } = state.account;
  const [reservation] = state.reservations;
  if (reservation === undefined) {
    throw new Error("the demo has a reservation");
  }
  return {
    ...state,
    apiKeys: [
      ...state.apiKeys,
      {
        apiKeyId: 9001,
        accountId,
        description: "Bookings",
        redirectUris: [],
        creationDate,
        apiKey: "an-invented-api-key",
        advanced: {
          name: "Bookings",
          country: "AT",
          description: "Codes for guests",
          type: "SHORT_RENTAL",
          webhookStatus: "DEACTIVATED",
          url: "https://bookings.example.com",
          email: "owner@example.com",
          webhookUrl: "https://bookings.example.com/old",
          webhookFeatures: ["DEVICE_LOGS"],
          restricted: false,
          secret: "an-invented-advanced-secret",
          status: "ACTIVE",
          creationDate,
          updateDate: creationDate,
        },
      },
      {
        apiKeyId: 9002,
        accountId,
        description: "Plain",
        redirectUris: [],
        creationDate,
        apiKey: "another-invented-api-key",
      },
    ],
    tokens: [
      ...state.tokens,
      {
        id: "aaaaaaaaaaaaaaaaaaaaaa01",
        apiKeyId: 9001,
        accountId,
        description: "Nightly run",
        accessToken: "an-invented-nightly-token",
        scopes: ["smartlock"],
        creationDate,
      },
      {
        id: "aaaaaaaaaaaaaaaaaaaaaa02",
        apiKeyId: 9001,
        accountId,
        description: "Old app",
        accessToken: "an-invented-old-token",
        scopes: ["smartlock"],
        creationDate,
      },
    ],
    reservations: [
      reservation,
      {
        ...reservation,
        id: "68f000000000000000000002",
        name: "Guest C",
        email: "guest-c@example.com",
        reference: "HX2050",
        guestsIssued: 2,
        keypadIssued: true,
        authorizationIds: [],
      },
    ],
  };
}

/** Everything in an account that no command may print. */
export function secretsIn(state: State): string[] {
  return [
    ...state.authorizations.flatMap(({ code }) => (code === undefined ? [] : [String(code)])),
    ...state.tokens.map(({ accessToken }) => accessToken),
    ...state.apiKeys.flatMap(({ apiKey, advanced }) => [apiKey, ...(advanced ? [advanced.secret] : [])]),
    ...state.addressTokens.flatMap(({ id, inviteKeys }) => [id, ...(inviteKeys ?? [])]),
    ...state.webhooks.map(({ secret }) => secret),
    ...(state.otp === undefined ? [] : [state.otp.secret]),
    ...(state.account.password === undefined ? [] : [state.account.password]),
    SERVICE_CREDENTIAL,
  ];
}

/** Requests that change something, as the simulator names them. */
export function writesTo(simulator: Simulator): string[] {
  return simulator
    .requests()
    .filter(({ method }) => method !== "GET")
    .map(({ operation }) => operation ?? "unknown");
}
