import type { Access } from "./scopes";

const account = ["account"] as const;
const people = ["account", "smartlock.auth"] as const;
const auth = ["smartlock.auth"] as const;
const locks = ["smartlock"] as const;
const readLocks = ["smartlock", "smartlock.readOnly"] as const;
const action = ["smartlock.action"] as const;
const config = ["smartlock.config"] as const;
const log = ["smartlock.log"] as const;
const webhook = ["webhook.decentral"] as const;

/**
 * Every operation that the simulator serves, with its scopes: a token needs one of them. A fixed path comes before a
 * path with a parameter in the same place, because the first match answers.
 */
export const operations = {
  "GET /api/key": account,
  "PUT /api/key": account,
  "POST /api/key/{apiKeyId}": account,
  "DELETE /api/key/{apiKeyId}": account,
  "GET /api/key/{apiKeyId}/advanced": account,
  "PUT /api/key/{apiKeyId}/advanced": account,
  "POST /api/key/{apiKeyId}/advanced": account,
  "DELETE /api/key/{apiKeyId}/advanced": account,
  "POST /api/key/{apiKeyId}/advanced/reactivate": account,
  "GET /api/key/{apiKeyId}/token": account,
  "PUT /api/key/{apiKeyId}/token": account,
  "POST /api/key/{apiKeyId}/token/{id}": account,
  "DELETE /api/key/{apiKeyId}/token/{id}": account,

  "GET /api/decentralWebhook": webhook,
  "PUT /api/decentralWebhook": webhook,
  "DELETE /api/decentralWebhook/{id}": webhook,
  "GET /api/key/{apiKeyId}/webhook/logs": account,
  "PUT /smartlock/auth/advanced": auth,
  "POST /smartlock/{smartlockId}/action/advanced": action,
  "POST /smartlock/{smartlockId}/action/lock/advanced": action,
  "POST /smartlock/{smartlockId}/action/unlock/advanced": action,

  "GET /smartlock/auth": auth,
  "PUT /smartlock/auth": auth,
  "POST /smartlock/auth": auth,
  "DELETE /smartlock/auth": auth,
  "GET /smartlock/auth/paged": auth,
  "GET /smartlock/{smartlockId}/auth": auth,
  "PUT /smartlock/{smartlockId}/auth": auth,
  "GET /smartlock/{smartlockId}/auth/{id}": auth,
  "POST /smartlock/{smartlockId}/auth/{id}": auth,
  "DELETE /smartlock/{smartlockId}/auth/{id}": auth,
  "POST /smartlock/{smartlockId}/auth/advanced/sharedkey": auth,

  "GET /smartlock/log": log,
  "GET /smartlock/{smartlockId}/log": log,

  "GET /smartlock": readLocks,
  "GET /smartlock/{smartlockId}": readLocks,
  "POST /smartlock/{smartlockId}": locks,
  "DELETE /smartlock/{smartlockId}": locks,
  "POST /smartlock/{smartlockId}/action": action,
  "POST /smartlock/{smartlockId}/action/lock": action,
  "POST /smartlock/{smartlockId}/action/unlock": action,
  "POST /smartlock/{smartlockId}/admin/pin": config,
  "POST /smartlock/{smartlockId}/advanced/config": config,
  "POST /smartlock/{smartlockId}/advanced/openerconfig": config,
  "POST /smartlock/{smartlockId}/advanced/smartdoorconfig": config,
  "POST /smartlock/{smartlockId}/config": config,
  "POST /smartlock/{smartlockId}/sync": action,
  "POST /smartlock/{smartlockId}/web/config": config,
  "POST /bulk-web-config": config,

  "GET /account/user": people,
  "PUT /account/user": people,
  "GET /account/user/{accountUserId}": people,
  "POST /account/user/{accountUserId}": people,
  "DELETE /account/user/{accountUserId}": people,

  "GET /service": account,
  "GET /service/{serviceId}": account,
  "POST /service/{serviceId}/link": account,
  "POST /service/{serviceId}/sync": account,
  "POST /service/{serviceId}/unlink": account,

  "GET /account": account,
  "POST /account": account,
  "DELETE /account": account,
  "POST /account/email/change": account,
  "POST /account/email/verify": account,
  "GET /account/integration": account,
  "DELETE /account/integration": account,
  "PUT /account/otp": account,
  "POST /account/otp": account,
  "DELETE /account/otp": account,
  "POST /account/password/reset": "any token",
  "GET /account/setting": account,
  "PUT /account/setting": account,
  "DELETE /account/setting": account,
  "GET /account/sub": account,
  "PUT /account/sub": account,
  "GET /account/sub/{accountId}": account,
  "POST /account/sub/{accountId}": account,
  "DELETE /account/sub/{accountId}": account,

  "GET /opener/brand": "public",
  "GET /opener/brand/{brandId}": "public",
  "GET /opener/intercom": "public",
  "GET /opener/intercom/{intercomId}": "public",

  "GET /address/token/{tokenId}": "any token",
  "GET /address/token/{tokenId}/redeem": account,
  "POST /address/token/{tokenId}/redeem": account,
  "GET /address": account,
  "PUT /address": account,
  "POST /address/{addressId}": account,
  "DELETE /address/{addressId}": account,
  "GET /address/{addressId}/unit": account,
  "PUT /address/{addressId}/unit": account,
  "DELETE /address/{addressId}/unit": account,
  "DELETE /address/{addressId}/unit/{id}": account,
  "GET /address/{addressId}/reservation": account,
  "POST /address/{addressId}/reservation/{id}/issue": account,
  "POST /address/{addressId}/reservation/{id}/revoke": account,
  "POST /address/{addressId}/reservation/{id}/update/accesstimes": account,
  "GET /address/{addressId}/token": account,

  "GET /notification": log,
  "PUT /notification": log,
  "GET /notification/{notificationId}": log,
  "POST /notification/{notificationId}": log,
  "DELETE /notification/{notificationId}": log,
} as const satisfies Record<string, Access>;

/** The name used to record requests and to set faults, such as `GET /smartlock/{smartlockId}/auth`. */
export type OperationName = keyof typeof operations;

export interface ServedOperation {
  name: OperationName;
  method: "GET" | "PUT" | "POST" | "DELETE";
  path: string;
  access: Access;
}

export const servedOperations: readonly ServedOperation[] = Object.entries(operations).map(
  ([name, access]) => {
    const [method, path] = name.split(" ") as [ServedOperation["method"], string];
    return { name: name as OperationName, method, path, access };
  },
);
