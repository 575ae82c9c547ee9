import type { KnownIds } from "../api/calls";

/** Ids in the right form. The services of these tests have no objects. */
export const knownIds: KnownIds = {
  smartlockId: 18_000_000_001,
  spareSmartlockId: 18_000_000_002,
  openerId: 18_000_000_003,
  smartdoorId: 18_000_000_004,
  authorizationId: "5f1a2b3c4d5e6f7081920a0b",
  spareAuthorizationIds: ["5f1a2b3c4d5e6f7081920a0c", "5f1a2b3c4d5e6f7081920a0d"],
  accountUserId: 71,
  spareAccountUserId: 72,
  addressId: 5,
  spareAddressId: 6,
  unitIds: ["unit-1", "unit-2"],
  reservationId: "reservation-1",
  addressTokenId: "token-1",
  apiKeyId: 41,
  spareApiKeyId: 42,
  tokenId: "token-2",
  spareTokenId: "token-3",
  notificationId: "notification-1",
  subAccountId: 81,
  webhookId: 91,
  serviceId: "airbnb",
  brandId: 11,
  intercomId: 12,
  otpFor: () => "123456",
};
