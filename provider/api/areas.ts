import { account } from "./account";
import { accountUsers } from "./account-users";
import { addresses } from "./addresses";
import { apiKeys } from "./api-keys";
import { authorizations } from "./authorizations";
import { notifications } from "./notifications";
import { openers } from "./openers";
import type { Operation } from "./operation";
import { services } from "./services";
import { smartlocks } from "./smartlocks";
import { subAccounts } from "./sub-accounts";
import { webhooks } from "./webhooks";

/** Every operation of the service, by area. */
export const areas = {
  apiKeys,
  webhooks,
  authorizations,
  smartlocks,
  accountUsers,
  services,
  account,
  subAccounts,
  openers,
  addresses,
  notifications,
} as const;

/** Every operation of the service under one flat name, such as `addresses.list`. */
export const operations: Readonly<Record<string, Operation>> = Object.fromEntries(
  Object.entries(areas).flatMap(([area, group]) =>
    Object.entries<Operation>(group).map(([name, declared]) => [`${area}.${name}`, declared]),
  ),
);
