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
  /** The name as the app shows it. */
  name: z.string(),
  /** Where the device is: its latitude. */
  latitude: z.number(),
  /** Where the device is: its longitude. */
  longitude: z.number(),
  /** How it can be opened, as a number of the service. */
  capabilities: int.nullish(),
  /** Whether unlocking also pulls the latch. */
  autoUnlatch: flag.nullish(),
  /** Whether the handle of the door has to be lifted before it locks. */
  liftUpHandle: flag.nullish(),
  /** Whether new devices can be paired with the button. */
  pairingEnabled: flag.nullish(),
  /** Whether its button works. */
  buttonEnabled: flag.nullish(),
  /** Whether its light is on. */
  ledEnabled: flag.nullish(),
  /** How bright its light is. */
  ledBrightness: int.nullish(),
  /** Difference of its local time from UTC, in minutes. */
  timezoneOffset: int,
  /** How it changes to daylight saving time, as a number of the service. */
  daylightSavingMode: int.nullish(),
  /** Whether a fob is paired. */
  fobPaired: flag.nullish(),
  /** What one press of a fob does, as a number of the service. */
  fobAction1: int.nullish(),
  /** What two presses of a fob do, as a number of the service. */
  fobAction2: int.nullish(),
  /** What three presses of a fob do, as a number of the service. */
  fobAction3: int.nullish(),
  /** Whether it locks with one turn only. */
  singleLock: flag,
  /** How it works, as a number of the service. */
  operatingMode: int.nullish(),
  /** How often it announces itself by Bluetooth, as a number of the service. */
  advertisingMode: int,
  /** Whether a keypad of the first generation is paired. */
  keypadPaired: flag.nullish(),
  /** Whether a keypad of the second generation is paired. */
  keypad2Paired: flag.nullish(),
  /** Its state in HomeKit, as a number of the service. */
  homekitState: int.nullish(),
  /** Its state in Matter, as a number of the service. */
  matterState: int.nullish(),
  /** Its time zone, as a number of the service. */
  timezoneId: int,
  /** Its kind, as a number of the service. */
  deviceType: int.nullish(),
  /** Whether its Wi-Fi is on. */
  wifiEnabled: flag.nullish(),
  /** Set while an operation on it is under way. */
  operationId: z.string().nullish(),
  /** Its variant, as a number of the service. */
  productVariant: int.nullish(),
};

const advancedConfig = {
  /** How many seconds lock 'n' go waits before it locks. */
  lngTimeout: int.nullish(),
  /** What one press of its button does, as a number of the service. */
  singleButtonPressAction: int.nullish(),
  /** What two presses of its button do, as a number of the service. */
  doubleButtonPressAction: int.nullish(),
  /** Whether it finds out by itself which batteries it has. */
  automaticBatteryTypeDetection: flag.nullish(),
  /** How many seconds it holds the latch. */
  unlatchDuration: int.nullish(),
  /** Set while an operation on it is under way. */
  operationId: z.string().nullish(),
  /** How far it turns from locked to unlocked, in degrees. */
  totalDegrees: int,
  /** Correction of the position that is locked once, in degrees. */
  singleLockedPositionOffsetDegrees: int,
  /** Correction of the point between unlocked and locked, in degrees. */
  unlockedToLockedTransitionOffsetDegrees: int.nullish(),
  /** Correction of the unlocked position, in degrees. */
  unlockedPositionOffsetDegrees: int,
  /** Correction of the locked position, in degrees. */
  lockedPositionOffsetDegrees: int,
  /** Whether the inner side of the cylinder turns on its own. */
  detachedCylinder: flag.nullish(),
  /** Its batteries, as a number of the service. */
  batteryType: int,
  /** Whether it locks by itself. */
  autoLock: flag.nullish(),
  /** After how many seconds it locks by itself. */
  autoLockTimeout: int.nullish(),
  /** Whether it updates its firmware by itself. */
  autoUpdateEnabled: flag.nullish(),
  /** How fast its motor turns, as a number of the service. */
  motorSpeed: int.nullish(),
  /** Whether its motor turns slowly in night mode. */
  enableSlowSpeedDuringNightmode: flag.nullish(),
};

const openerAdvancedConfig = {
  /** The intercom that it is connected to, as a number of the service. */
  intercomId: int,
  /** How it switches on the bus of the intercom, as a number of the service. */
  busModeSwitch: int,
  /** How long it short-circuits the bus, in milliseconds. */
  shortCircuitDuration: int,
  /** How long it waits before it opens, in milliseconds. */
  electricStrikeDelay: int,
  /** Whether that wait is random. */
  randomElectricStrikeDelay: flag,
  /** How long it opens, in milliseconds. */
  electricStrikeDuration: int,
  /** Whether ring-to-open ends after one ring. */
  disableRtoAfterRing: flag,
  /** After how many minutes ring-to-open ends. */
  rtoTimeout: int,
  /** When the bell stays silent, as a number of the service. */
  doorbellSuppression: int,
  /** How long the bell stays silent, in milliseconds. */
  doorbellSuppressionDuration: int,
  /** The sound of a ring, as a number of the service. */
  soundRing: int,
  /** The sound of opening, as a number of the service. */
  soundOpen: int,
  /** The sound of ring-to-open, as a number of the service. */
  soundRto: int,
  /** The sound of the continuous mode, as a number of the service. */
  soundCm: int,
  /** The sound of a confirmation, as a number of the service. */
  soundConfirmation: int,
  /** How loud its sounds are. */
  soundLevel: int,
  /** What one press of its button does, as a number of the service. */
  singleButtonPressAction: int,
  /** What two presses of its button do, as a number of the service. */
  doubleButtonPressAction: int,
  /** Its batteries, as a number of the service. */
  batteryType: int,
  /** Whether it finds out by itself which batteries it has. */
  automaticBatteryTypeDetection: flag.nullish(),
  /** Whether it updates its firmware by itself. */
  autoUpdateEnabled: flag.nullish(),
  /** Set while an operation on it is under way. */
  operationId: z.string().nullish(),
};

const smartdoorAdvancedConfig = {
  /** How many seconds lock 'n' go waits before it locks. */
  lngTimeout: int.nullish(),
  /** What one press of its button does, as a number of the service. */
  singleButtonPressAction: int.nullish(),
  /** What two presses of its button do, as a number of the service. */
  doubleButtonPressAction: int.nullish(),
  /** Whether it finds out by itself which batteries it has. */
  automaticBatteryTypeDetection: flag.nullish(),
  /** How many seconds it holds the latch. */
  unlatchDuration: int.nullish(),
  /** Set while an operation on it is under way. */
  operationId: z.string().nullish(),
  /** How loud its buzzer is. */
  buzzerVolume: int.nullish(),
  /** The batteries that it can have, as numbers of the service. */
  supportedBatteryTypes: z.array(int).nullish(),
  /** Its batteries, as a number of the service. */
  batteryType: int,
  /** After how many seconds it locks by itself. */
  autoLockTimeout: int.nullish(),
  /** Whether it locks by itself. */
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
  /** The batteries that it can have, as numbers of the service. */
  supportedBatteryTypes: answerList(int),
});
export const smartlockWebConfig = tolerant({
  ...webConfig,
  /** Accounts that dismissed the warning. */
  dismissedLiftUpHandleWarning: answerList(int),
});

export type SmartlockConfigWrite = z.input<typeof smartlockConfigWrite>;
export type AdvancedConfigWrite = z.input<typeof advancedConfigWrite>;
export type OpenerAdvancedConfigWrite = z.input<typeof openerAdvancedConfigWrite>;
export type SmartdoorAdvancedConfigWrite = z.input<typeof smartdoorAdvancedConfigWrite>;
export type WebConfigWrite = z.input<typeof webConfigWrite>;
export type WebConfigsWrite = z.input<typeof webConfigsWrite>;
