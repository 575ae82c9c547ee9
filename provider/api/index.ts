export type {
  Account,
  AccountIntegration,
  AccountSettings,
  AccountSettingsWrite,
  AccountUpdate,
  PasswordReset,
  SubAccountCreate,
  SubAccountQuery,
  SubAccountUpdate,
} from "./account-fields";
export type { AccountUser, AccountUserCreate, AccountUserQuery, AccountUserUpdate } from "./account-users";
export type {
  Address,
  AddressCreate,
  AddressReservation,
  AddressToken,
  AddressTokenInfo,
  AddressUnit,
  AddressUnitCreate,
  AddressUpdate,
  ReservationAccessTimes,
} from "./addresses";
export type {
  AdvancedApiKey,
  AdvancedApiKeyCreate,
  AdvancedApiKeyUpdate,
  ApiKey,
  ApiKeyToken,
  ApiKeyTokenWrite,
  ApiKeyWrite,
  WebhookLog,
  WebhookLogQuery,
} from "./api-keys";
export { operations } from "./areas";
export type {
  Authorization,
  AuthorizationAdvancedCreate,
  AuthorizationBulkCreate,
  AuthorizationBulkUpdate,
  AuthorizationCreate,
  AuthorizationPage,
  AuthorizationSharedKey,
  AuthorizationUpdate,
} from "./authorization-fields";
export type { AuthorizationOfQuery, AuthorizationPageQuery, AuthorizationQuery } from "./authorizations";
export {
  SmartlockClient,
  type AccountUserMethods,
  type AuthorizationMethods,
  type SmartlockClientOptions,
} from "./client";
export type { Confirmation } from "./fields";
export type {
  Notification,
  NotificationCreate,
  NotificationQuery,
  NotificationUpdate,
} from "./notifications";
export type { Intercom, IntercomBrand, IntercomQuery } from "./openers";
export type { AnswerOf, MethodOf, MethodsOf, Operation, Scope } from "./operation";
export type { Service, ServiceQuery, ServiceRequest } from "./services";
export type {
  AdvancedConfigWrite,
  OpenerAdvancedConfigWrite,
  SmartdoorAdvancedConfigWrite,
  SmartlockConfigWrite,
  WebConfigsWrite,
  WebConfigWrite,
} from "./smartlock-config";
export type {
  Smartlock,
  SmartlockAction,
  SmartlockLog,
  SmartlockLogQuery,
  SmartlockQuery,
  SmartlockState,
  SmartlockUpdate,
} from "./smartlocks";
export type { Webhook, WebhookCreate, WebhookFeature } from "./webhooks";
export {
  AbortedError,
  AnswerError,
  BusyError,
  ConfigurationError,
  ConflictError,
  CredentialError,
  InvalidRequestError,
  NotAllowedError,
  NotFoundError,
  RateLimitedError,
  Secret,
  ServiceError,
  SmartlockError,
  UnreachableError,
  type CallOptions,
  type ErrorFacts,
  type Method,
  type OperationClass,
} from "../http";
