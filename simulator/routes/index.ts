import type { Handlers } from "../call";
import { accountRoutes } from "./account";
import { accountUserRoutes } from "./account-users";
import { addressRoutes } from "./addresses";
import { addressTokenRoutes } from "./address-tokens";
import { addressUnitRoutes } from "./address-units";
import { advancedRoutes } from "./advanced";
import { apiKeyRoutes } from "./api-keys";
import { authorizationRoutes } from "./authorizations";
import { notificationRoutes } from "./notifications";
import { openerRoutes } from "./openers";
import { reservationRoutes } from "./reservations";
import { serviceRoutes } from "./services";
import { smartlockConfigRoutes } from "./smartlock-configs";
import { smartlockLogRoutes } from "./smartlock-logs";
import { smartlockRoutes } from "./smartlocks";
import { subAccountRoutes } from "./sub-accounts";
import { webhookRoutes } from "./webhooks";

/** An operation without a handler does not compile. */
export const handlers: Handlers = {
  ...accountRoutes,
  ...accountUserRoutes,
  ...addressRoutes,
  ...addressTokenRoutes,
  ...addressUnitRoutes,
  ...advancedRoutes,
  ...apiKeyRoutes,
  ...authorizationRoutes,
  ...notificationRoutes,
  ...openerRoutes,
  ...reservationRoutes,
  ...serviceRoutes,
  ...smartlockConfigRoutes,
  ...smartlockLogRoutes,
  ...smartlockRoutes,
  ...subAccountRoutes,
  ...webhookRoutes,
};
