import { z } from "zod";
import { answerList, requestObject, smartlockId, tolerant } from "./fields";

/*
 * The configurations of a device. A write replaces the whole object, so a caller reads it, changes it and sends it
 * back. Requests therefore check the types but not the ranges of values, and accept null wherever the service may
 * have returned it: an untouched value of a newer device must not make the write impossible.
 */

const int = z.int();
const flag = z.boolean();

const config = {
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  capabilities: int.nullish(),
  autoUnlatch: flag.nullish(),
  liftUpHandle: flag.nullish(),
  pairingEnabled: flag.nullish(),
  buttonEnabled: flag.nullish(),
  ledEnabled: flag.nullish(),
  ledBrightness: int.nullish(),
  timezoneOffset: int,
  daylightSavingMode: int.nullish(),
  fobPaired: flag.nullish(),
  fobAction1: int.nullish(),
  fobAction2: int.nullish(),
  fobAction3: int.nullish(),
  singleLock: flag,
  operatingMode: int.nullish(),
  advertisingMode: int,
  keypadPaired: flag.nullish(),
  keypad2Paired: flag.nullish(),
  homekitState: int.nullish(),
  matterState: int.nullish(),
  timezoneId: int,
  deviceType: int.nullish(),
  wifiEnabled: flag.nullish(),
  operationId: z.string().nullish(),
  productVariant: int.nullish(),
};

const advancedConfig = {
  lngTimeout: int.nullish(),
  singleButtonPressAction: int.nullish(),
  doubleButtonPressAction: int.nullish(),
  automaticBatteryTypeDetection: flag.nullish(),
  unlatchDuration: int.nullish(),
  operationId: z.string().nullish(),
  totalDegrees: int,
  singleLockedPositionOffsetDegrees: int,
  unlockedToLockedTransitionOffsetDegrees: int.nullish(),
  unlockedPositionOffsetDegrees: int,
  lockedPositionOffsetDegrees: int,
  detachedCylinder: flag.nullish(),
  batteryType: int,
  autoLock: flag.nullish(),
  autoLockTimeout: int.nullish(),
  autoUpdateEnabled: flag.nullish(),
  motorSpeed: int.nullish(),
  enableSlowSpeedDuringNightmode: flag.nullish(),
};

const openerAdvancedConfig = {
  intercomId: int,
  busModeSwitch: int,
  shortCircuitDuration: int,
  electricStrikeDelay: int,
  randomElectricStrikeDelay: flag,
  electricStrikeDuration: int,
  disableRtoAfterRing: flag,
  rtoTimeout: int,
  doorbellSuppression: int,
  doorbellSuppressionDuration: int,
  soundRing: int,
  soundOpen: int,
  soundRto: int,
  soundCm: int,
  soundConfirmation: int,
  soundLevel: int,
  singleButtonPressAction: int,
  doubleButtonPressAction: int,
  batteryType: int,
  automaticBatteryTypeDetection: flag.nullish(),
  autoUpdateEnabled: flag.nullish(),
  operationId: z.string().nullish(),
};

const smartdoorAdvancedConfig = {
  lngTimeout: int.nullish(),
  singleButtonPressAction: int.nullish(),
  doubleButtonPressAction: int.nullish(),
  automaticBatteryTypeDetection: flag.nullish(),
  unlatchDuration: int.nullish(),
  operationId: z.string().nullish(),
  buzzerVolume: int.nullish(),
  supportedBatteryTypes: z.array(int).nullish(),
  batteryType: int,
  autoLockTimeout: int.nullish(),
  autoLock: flag,
};

const webConfig = {
  /** Left as it is if null or absent. */
  batteryWarningPerMailEnabled: flag.nullish(),
  /** Accounts that dismissed the warning. Left as it is if null or absent, cleared by an empty list. */
  dismissedLiftUpHandleWarning: z.array(int).nullish(),
};

export const smartlockConfigWrite = requestObject(config);
export const advancedConfigWrite = requestObject(advancedConfig);
export const openerAdvancedConfigWrite = requestObject(openerAdvancedConfig);
export const smartdoorAdvancedConfigWrite = requestObject(smartdoorAdvancedConfig);
export const webConfigWrite = requestObject(webConfig);
export const webConfigsWrite = requestObject({
  webConfigRequests: z.array(requestObject({ smartlockId, webConfig: webConfigWrite })).min(1),
});

export const smartlockConfig = tolerant(config);
export const smartlockAdvancedConfig = tolerant(advancedConfig);
export const smartlockOpenerAdvancedConfig = tolerant(openerAdvancedConfig);
export const smartlockSmartdoorAdvancedConfig = tolerant({
  ...smartdoorAdvancedConfig,
  supportedBatteryTypes: answerList(int),
});
export const smartlockWebConfig = tolerant({
  ...webConfig,
  dismissedLiftUpHandleWarning: answerList(int),
});

export type SmartlockConfigWrite = z.input<typeof smartlockConfigWrite>;
export type AdvancedConfigWrite = z.input<typeof advancedConfigWrite>;
export type OpenerAdvancedConfigWrite = z.input<typeof openerAdvancedConfigWrite>;
export type SmartdoorAdvancedConfigWrite = z.input<typeof smartdoorAdvancedConfigWrite>;
export type WebConfigWrite = z.input<typeof webConfigWrite>;
export type WebConfigsWrite = z.input<typeof webConfigsWrite>;
