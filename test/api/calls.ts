import type { SmartlockClient } from "../../provider/api";

/** Ids of objects that exist in the account used for {@link calls}. */
export interface KnownIds {
  /** A lock with a paired keypad, online. */
  readonly smartlockId: number;
  /** A lock that may be deleted. */
  readonly spareSmartlockId: number;
  readonly openerId: number;
  readonly smartdoorId: number;
  /** A confirmed authorization on `smartlockId`. */
  readonly authorizationId: string;
  /** Two more confirmed authorizations, both to be deleted. */
  readonly spareAuthorizationIds: readonly [string, string];
  readonly accountUserId: number;
  readonly spareAccountUserId: number;
  readonly addressId: number;
  readonly spareAddressId: number;
  /** Two units of `addressId`, both to be deleted. */
  readonly unitIds: readonly [string, string];
  readonly reservationId: string;
  /** A token of `addressId` that has not been redeemed yet. */
  readonly addressTokenId: string;
  readonly apiKeyId: number;
  /** An API key that may be deleted and has no advanced access. */
  readonly spareApiKeyId: number;
  /** A token of `apiKeyId` that may be deleted; not the one in use. */
  readonly tokenId: string;
  /** Another such token. */
  readonly spareTokenId: string;
  readonly notificationId: string;
  readonly subAccountId: number;
  readonly webhookId: number;
  readonly serviceId: string;
  readonly brandId: number;
  readonly intercomId: number;
  /** A one-time password that the service accepts after `account.createOtpSecret` has returned this secret. */
  readonly otpFor: (secret: string) => string;
}

export type Call = (client: SmartlockClient, ids: KnownIds) => Promise<unknown>;

const webhookUrl = "https://hooks.example.com/smartlock";

/**
 * One valid call for every operation of the interface, by the operation's name. In this order all of them work on one
 * account: first reads, then creates and changes, then deletes, and the account itself last.
 */
export const calls: Readonly<Record<string, Call>> = {
  "apiKeys.list": (client) => client.apiKeys.list(),
  "apiKeys.listTokens": (client, { apiKeyId }) => client.apiKeys.listTokens({ apiKeyId }),
  "apiKeys.webhookLogs": (client, { apiKeyId }) => client.apiKeys.webhookLogs({ apiKeyId }, { limit: 10 }),
  "webhooks.list": (client) => client.webhooks.list(),
  "authorizations.list": (client) => client.authorizations.list({ types: [0, 2, 13] }),
  "authorizations.page": (client) => client.authorizations.page({ page: 0, size: 50 }),
  "authorizations.listOf": (client, { smartlockId }) =>
    client.authorizations.listOf({ smartlockId }, { types: [0, 13], includeEmail: true }),
  "authorizations.get": (client, { smartlockId, authorizationId }) =>
    client.authorizations.get({ smartlockId, id: authorizationId }),
  "smartlocks.list": (client) => client.smartlocks.list(),
  "smartlocks.get": (client, { smartlockId }) => client.smartlocks.get({ smartlockId }),
  "smartlocks.listLogs": (client) => client.smartlocks.listLogs({ limit: 50 }),
  "smartlocks.listLogsOf": (client, { smartlockId }) =>
    client.smartlocks.listLogsOf({ smartlockId }, { fromDate: "2026-01-01T00:00:00Z", limit: 20 }),
  "accountUsers.list": (client) => client.accountUsers.list({ offset: 0, limit: 100 }),
  "accountUsers.get": (client, { accountUserId }) => client.accountUsers.get({ accountUserId }),
  "services.list": (client, { serviceId }) => client.services.list({ serviceIds: [serviceId] }),
  "services.get": (client, { serviceId }) => client.services.get({ serviceId }),
  "account.get": (client) => client.account.get(),
  "account.listIntegrations": (client) => client.account.listIntegrations(),
  "subAccounts.list": (client) => client.subAccounts.list(),
  "subAccounts.get": (client, { subAccountId }) => client.subAccounts.get({ accountId: subAccountId }),
  "openers.listBrands": (client) => client.openers.listBrands(),
  "openers.getBrand": (client, { brandId }) => client.openers.getBrand({ brandId }),
  "openers.listIntercoms": (client, { brandId }) =>
    client.openers.listIntercoms({ brandId, ignoreVerified: true }),
  "openers.getIntercom": (client, { intercomId }) => client.openers.getIntercom({ intercomId }),
  "addresses.list": (client) => client.addresses.list(),
  "addresses.listUnits": (client, { addressId }) => client.addresses.listUnits({ addressId }),
  "addresses.listReservations": (client, { addressId }) => client.addresses.listReservations({ addressId }),
  "addresses.listTokens": (client, { addressId }) => client.addresses.listTokens({ addressId }),
  "addresses.getToken": (client, { addressTokenId }) =>
    client.addresses.getToken({ tokenId: addressTokenId }),
  "notifications.list": (client) => client.notifications.list({ referenceId: "pms-7" }),
  "notifications.get": (client, { notificationId }) => client.notifications.get({ notificationId }),

  "apiKeys.create": (client) =>
    client.apiKeys.create({ description: "Front desk", redirectUris: ["https://desk.example.com/back"] }),
  "apiKeys.update": (client, { apiKeyId }) =>
    client.apiKeys.update({ apiKeyId }, { description: "Front desk 2" }),
  "apiKeys.createToken": (client, { apiKeyId }) =>
    client.apiKeys.createToken({ apiKeyId }, { description: "Reporting", scopes: ["smartlock.log"] }),
  "apiKeys.updateToken": (client, { apiKeyId, tokenId }) =>
    client.apiKeys.updateToken(
      { apiKeyId, id: tokenId },
      { description: "Reports", scopes: ["smartlock.log"] },
    ),
  "apiKeys.createAdvanced": (client, { spareApiKeyId }) =>
    client.apiKeys.createAdvanced(
      { apiKeyId: spareApiKeyId },
      {
        name: "Example Stays",
        country: "AT",
        description: "Doors of holiday flats",
        type: "SHORT_RENTAL",
        url: "https://stays.example.com",
        email: "api@example.com",
        webhookUrl,
        webhookFeatures: ["DEVICE_STATUS"],
        restricted: false,
      },
    ),
  "apiKeys.getAdvanced": (client, { spareApiKeyId }) =>
    client.apiKeys.getAdvanced({ apiKeyId: spareApiKeyId }),
  "apiKeys.updateAdvanced": (client, { spareApiKeyId }) =>
    client.apiKeys.updateAdvanced(
      { apiKeyId: spareApiKeyId },
      { webhookUrl, webhookFeatures: ["DEVICE_STATUS", "DEVICE_AUTHS"] },
    ),
  "apiKeys.reactivateAdvanced": (client, { spareApiKeyId }) =>
    client.apiKeys.reactivateAdvanced({ apiKeyId: spareApiKeyId }),
  "webhooks.create": (client) =>
    client.webhooks.create({ webhookUrl, webhookFeatures: ["DEVICE_STATUS", "ACCOUNT_USER"] }),
  "webhooks.createAuthorizationsAdvanced": (client, { smartlockId, accountUserId }) =>
    client.webhooks.createAuthorizationsAdvanced({
      name: "Night shift",
      smartlockIds: [smartlockId],
      accountUserId,
      remoteAllowed: false,
    }),
  "webhooks.actionAdvanced": (client, { smartlockId }) =>
    client.webhooks.actionAdvanced({ smartlockId }, { action: 2 }),
  "webhooks.lockAdvanced": (client, { smartlockId }) => client.webhooks.lockAdvanced({ smartlockId }),
  "webhooks.unlockAdvanced": (client, { smartlockId }) => client.webhooks.unlockAdvanced({ smartlockId }),
  "authorizations.create": (client, { smartlockId }) =>
    client.authorizations.create(
      { smartlockId },
      {
        name: "Cleaner",
        type: 13,
        code: 593847,
        remoteAllowed: false,
        allowedFromDate: "2026-01-01T00:00:00Z",
        allowedWeekDays: 124,
        allowedFromTime: 480,
        allowedUntilTime: 960,
      },
    ),
  "authorizations.createMany": (client, { smartlockId, spareSmartlockId, accountUserId }) =>
    client.authorizations.createMany({
      name: "Day shift",
      smartlockIds: [smartlockId, spareSmartlockId],
      accountUserId,
      remoteAllowed: true,
    }),
  "authorizations.createSharedKey": (client, { smartlockId, accountUserId }) =>
    client.authorizations.createSharedKey({ smartlockId }, { name: "Visitor", accountUserId }),
  "authorizations.update": (client, { smartlockId, authorizationId }) =>
    client.authorizations.update(
      { smartlockId, id: authorizationId },
      { name: "Tenant", enabled: true, remoteAllowed: false, allowedFromDate: null, allowedUntilDate: null },
    ),
  "authorizations.updateMany": (client, { spareAuthorizationIds: [first, second] }) =>
    client.authorizations.updateMany([
      { id: first, name: "First", enabled: false },
      { id: second, name: "Second", enabled: false },
    ]),
  "smartlocks.update": (client, { smartlockId }) =>
    client.smartlocks.update({ smartlockId }, { name: "Front door", favorite: true }),
  "smartlocks.action": (client, { smartlockId }) =>
    client.smartlocks.action({ smartlockId }, { action: 1, option: 2 }),
  "smartlocks.lock": (client, { smartlockId }) => client.smartlocks.lock({ smartlockId }),
  "smartlocks.unlock": (client, { smartlockId }) => client.smartlocks.unlock({ smartlockId }),
  "smartlocks.setAdminPin": (client, { smartlockId }) =>
    client.smartlocks.setAdminPin({ smartlockId }, { adminPin: 4711 }),
  "smartlocks.setConfig": (client, { smartlockId }) =>
    client.smartlocks.setConfig(
      { smartlockId },
      {
        name: "Front door",
        latitude: 47.07,
        longitude: 15.44,
        timezoneOffset: 60,
        timezoneId: 0,
        singleLock: false,
        advertisingMode: 0,
        keypadPaired: true,
      },
    ),
  "smartlocks.setAdvancedConfig": (client, { smartlockId }) =>
    client.smartlocks.setAdvancedConfig(
      { smartlockId },
      {
        totalDegrees: 720,
        singleLockedPositionOffsetDegrees: 0,
        unlockedPositionOffsetDegrees: 0,
        lockedPositionOffsetDegrees: 0,
        batteryType: 0,
        autoLock: true,
        autoLockTimeout: 300,
      },
    ),
  "smartlocks.setOpenerAdvancedConfig": (client, { openerId, intercomId }) =>
    client.smartlocks.setOpenerAdvancedConfig(
      { smartlockId: openerId },
      {
        intercomId,
        busModeSwitch: 0,
        shortCircuitDuration: 0,
        electricStrikeDelay: 0,
        randomElectricStrikeDelay: false,
        electricStrikeDuration: 3000,
        disableRtoAfterRing: false,
        rtoTimeout: 20,
        doorbellSuppression: 0,
        doorbellSuppressionDuration: 500,
        soundRing: 1,
        soundOpen: 1,
        soundRto: 1,
        soundCm: 1,
        soundConfirmation: 1,
        soundLevel: 128,
        singleButtonPressAction: 1,
        doubleButtonPressAction: 4,
        batteryType: 0,
      },
    ),
  "smartlocks.setSmartdoorAdvancedConfig": (client, { smartdoorId }) =>
    client.smartlocks.setSmartdoorAdvancedConfig(
      { smartlockId: smartdoorId },
      { batteryType: 3, autoLock: true, autoLockTimeout: 0 },
    ),
  "smartlocks.setWebConfig": (client, { smartlockId }) =>
    client.smartlocks.setWebConfig({ smartlockId }, { batteryWarningPerMailEnabled: true }),
  "smartlocks.setWebConfigs": (client, { smartlockId }) =>
    client.smartlocks.setWebConfigs({
      webConfigRequests: [{ smartlockId, webConfig: { dismissedLiftUpHandleWarning: [] } }],
    }),
  "smartlocks.sync": (client, { smartlockId }) => client.smartlocks.sync({ smartlockId }),
  "accountUsers.create": (client) =>
    client.accountUsers.create({ email: "cleaner@example.com", name: "Cleaner", language: "de" }),
  "accountUsers.update": (client, { accountUserId }) =>
    client.accountUsers.update(
      { accountUserId },
      { email: "night.cleaner@example.com", name: "Night cleaner", language: "en" },
    ),
  "services.link": (client, { serviceId }) => client.services.link({ serviceId }, {}),
  "services.sync": (client, { serviceId }) => client.services.sync({ serviceId }, {}),
  "services.unlink": (client, { serviceId }) => client.services.unlink({ serviceId }),
  "account.update": (client) => client.account.update({ language: "en" }, { deleteApiTokens: false }),
  "account.changeEmail": (client) => client.account.changeEmail({ email: "new.owner@example.com" }),
  "account.verifyEmail": (client) => client.account.verifyEmail(),
  "account.createOtpSecret": (client) => client.account.createOtpSecret(),
  "account.enableOtp": async (client, { otpFor }) =>
    client.account.enableOtp({ otp: otpFor(await client.account.createOtpSecret()) }),
  "account.disableOtp": (client) => client.account.disableOtp(),
  "account.resetPassword": (client) =>
    client.account.resetPassword({ email: "owner@example.com", deleteApiTokens: false }),
  "account.setSettings": (client) =>
    client.account.setSettings({ web: { deviceViewType: "TILE", deviceSortType: "NAME_ASC" } }),
  "account.getSettings": (client) => client.account.getSettings(),
  "account.removeSettings": (client) => client.account.removeSettings(),
  "subAccounts.create": (client) =>
    client.subAccounts.create({
      email: "desk@example.com",
      password: "correct-horse",
      name: "Front desk",
      rights: 3,
      language: "en",
      profile: {
        firstName: "Front",
        lastName: "Desk",
        address: "Example Lane 1",
        zip: "8010",
        city: "Graz",
        country: "AT",
      },
    }),
  "subAccounts.update": (client, { subAccountId }) =>
    client.subAccounts.update({ accountId: subAccountId }, { language: "de", rights: 98 }),
  "addresses.create": (client, { smartlockId }) =>
    client.addresses.create({ name: "Harbour Street 5", smartlockIds: [smartlockId] }),
  "addresses.update": (client, { addressId }) =>
    client.addresses.update({ addressId }, { name: "Harbour Street 7", settings: {} }),
  "addresses.createUnit": (client, { addressId }) =>
    client.addresses.createUnit({ addressId }, { name: "Flat 9" }),
  "addresses.issueReservation": (client, { addressId, reservationId }) =>
    client.addresses.issueReservation({ addressId, id: reservationId }),
  "addresses.setReservationAccessTimes": (client, { addressId, reservationId }) =>
    client.addresses.setReservationAccessTimes(
      { addressId, id: reservationId },
      { checkInTime: 900, checkOutTime: 600 },
    ),
  "addresses.revokeReservation": (client, { addressId, reservationId }) =>
    client.addresses.revokeReservation({ addressId, id: reservationId }),
  "addresses.redeemToken": (client, { addressTokenId }) =>
    client.addresses.redeemToken({ tokenId: addressTokenId }, { email: false }),
  "addresses.getRedeemedToken": (client, { addressTokenId }) =>
    client.addresses.getRedeemedToken({ tokenId: addressTokenId }),
  "notifications.create": (client) =>
    client.notifications.create({
      referenceId: "pms-8",
      pushId: "https://pms.example.com/events",
      os: 2,
      language: "en",
      settings: [{ triggerEvents: ["lock", "unlock"] }],
    }),
  "notifications.update": (client, { notificationId, smartlockId }) =>
    client.notifications.update(
      { notificationId },
      {
        referenceId: "pms-7",
        pushId: "https://pms.example.com/events",
        os: 2,
        settings: [{ smartlockId, triggerEvents: ["warnings"] }],
      },
    ),

  "notifications.remove": (client, { notificationId }) => client.notifications.remove({ notificationId }),
  "authorizations.remove": (client, { smartlockId, authorizationId }) =>
    client.authorizations.remove({ smartlockId, id: authorizationId }),
  "authorizations.removeMany": (client, { spareAuthorizationIds }) =>
    client.authorizations.removeMany([...spareAuthorizationIds]),
  "addresses.removeUnit": (client, { addressId, unitIds: [id] }) =>
    client.addresses.removeUnit({ addressId, id }),
  "addresses.removeUnits": (client, { addressId, unitIds: [, id] }) =>
    client.addresses.removeUnits({ addressId }, [id]),
  "addresses.remove": (client, { spareAddressId }) => client.addresses.remove({ addressId: spareAddressId }),
  "accountUsers.remove": (client, { spareAccountUserId }) =>
    client.accountUsers.remove({ accountUserId: spareAccountUserId }),
  "webhooks.remove": (client, { webhookId }) => client.webhooks.remove({ id: webhookId }),
  "account.removeIntegration": (client, { apiKeyId, spareTokenId }) =>
    client.account.removeIntegration({ apiKeyId, tokenId: spareTokenId }),
  "apiKeys.removeToken": (client, { apiKeyId, tokenId }) =>
    client.apiKeys.removeToken({ apiKeyId, id: tokenId }),
  "apiKeys.removeAdvanced": (client, { spareApiKeyId }) =>
    client.apiKeys.removeAdvanced({ apiKeyId: spareApiKeyId }),
  "apiKeys.remove": (client, { spareApiKeyId }) => client.apiKeys.remove({ apiKeyId: spareApiKeyId }),
  "subAccounts.remove": (client, { subAccountId }) => client.subAccounts.remove({ accountId: subAccountId }),
  "smartlocks.remove": (client, { spareSmartlockId }) =>
    client.smartlocks.remove({ smartlockId: spareSmartlockId }),
  "account.remove": (client) => client.account.remove(),
};
