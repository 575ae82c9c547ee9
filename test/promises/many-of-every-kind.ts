import type { Declared } from "../protocol/test-engine";
import { type Account, seeded } from "./every-kind";

/** Two hundred resources of all kinds, like those of somebody who runs a few houses. */
export function manyOfEveryKind(account: Account): Declared[] {
  const front = account.lockId("Front door");
  const garage = account.lockId("Garage");
  const times = (count: number, declare: (n: number) => Omit<Declared, "name">): Declared[] =>
    Array.from({ length: count }, (_, n) => {
      const declared = declare(n);
      return { ...declared, name: `${declared.type} ${n}` };
    });
  return [
    ...times(4, (n) => ({ type: "Address", inputs: { name: `House ${n}`, smartlockIds: [front] } })),
    ...times(4, (n) => ({
      type: "AuthorizationSet",
      inputs: {
        smartlockIds: [front, garage],
        type: 2,
        name: `Crew's fob ${n}`,
        accountUserId: seeded.accountUserId,
        remoteAllowed: false,
      },
    })),
    ...times(40, (n) => ({
      type: "AddressUnit",
      inputs: (outputs) => ({ addressId: outputs[`Address ${n % 4}`]?.["addressId"], name: `Flat ${n}` }),
    })),
    ...times(30, (n) => ({
      type: "AccountUser",
      inputs: { email: `person-${n}@example.com`, name: "Person" },
    })),
    ...times(20, (n) => ({
      type: "SubAccount",
      inputs: {
        email: `desk-${n}@example.com`,
        password: "an invented password",
        name: "Desk",
        rights: 2,
        language: "en",
      },
    })),
    ...times(76, (n) =>
      n < 30
        ? {
            type: "Authorization",
            inputs: (outputs) => ({
              smartlockId: garage,
              accountUserId: outputs[`AccountUser ${n}`]?.["accountUserId"],
              name: `Person ${n}`,
              remoteAllowed: false,
            }),
          }
        : {
            type: "Authorization",
            inputs: {
              smartlockId: front,
              type: 13,
              name: `Guest ${n}`,
              // Six digits from 1 to 9, not beginning with 12, and different from the codes in the account.
              code: 666611 + Math.floor((n - 30) / 9) * 10 + ((n - 30) % 9),
              remoteAllowed: false,
            },
          },
    ),
    ...times(13, (n) => ({
      type: "Webhook",
      inputs: { webhookUrl: `https://hooks.example.com/${n}`, webhookFeatures: ["DEVICE_LOGS"] },
    })),
    ...times(13, (n) => ({
      type: "Notification",
      inputs: { referenceId: `alerts-${n}`, pushId: `phone-${n}`, os: 0, settings: [] },
    })),
  ];
}
