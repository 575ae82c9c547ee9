import { smartlockId } from "../ids";
import { accountId } from "./empty";

export const deviceTypes = {
  smartLock2: 0,
  box: 1,
  opener: 2,
  smartDoor: 3,
  smartLock4: 4,
  smartLock5: 5,
} as const;

export interface DeviceOptions {
  type: number;
  /** The device's own number, within 32 bits. */
  device: number;
  name: string;
  keypad?: "keypad" | "keypad 2";
  offline?: "pending" | "lost";
  creationDate: string;
}

/** A lock with its factory settings. */
export function newDevice({ type, device, name, keypad, offline, creationDate }: DeviceOptions) {
  return {
    smartlockId: smartlockId(type, device),
    accountId,
    type,
    ...(type === deviceTypes.smartDoor ? { lmType: 1 } : {}),
    authId: device % 100_000,
    name,
    favorite: false,
    config: {
      name,
      latitude: 48.2,
      longitude: 16.37,
      ...(type === deviceTypes.opener ? { capabilities: 1, operatingMode: 2 } : {}),
      autoUnlatch: false,
      liftUpHandle: false,
      pairingEnabled: true,
      buttonEnabled: true,
      ledEnabled: true,
      ledBrightness: 3,
      timezoneOffset: 60,
      daylightSavingMode: 1,
      fobPaired: false,
      fobAction1: 1,
      fobAction2: 2,
      fobAction3: 3,
      singleLock: false,
      advertisingMode: 0,
      keypadPaired: keypad === "keypad",
      keypad2Paired: keypad === "keypad 2",
      homekitState: 1,
      matterState: 0,
      timezoneId: 37,
      deviceType: type,
      wifiEnabled: true,
    },
    ...advancedConfigOf(type),
    webConfig: { batteryWarningPerMailEnabled: true, dismissedLiftUpHandleWarning: [] },
    state: {
      mode: 2,
      state: 1,
      trigger: 0,
      lastAction: 2,
      batteryCritical: false,
      batteryCharging: false,
      batteryCharge: 84,
      keypadBatteryCritical: false,
      doorsensorBatteryCritical: false,
      doorState: 0,
      ringToOpenTimer: 0,
      nightMode: false,
    },
    firmwareVersion: 200_468,
    hardwareVersion: 2_561,
    serverState: 0,
    adminPinState: 0,
    virtualDevice: false,
    creationDate,
    updateDate: creationDate,
    ...(offline === undefined ? {} : { offline }),
  };
}

function advancedConfigOf(type: number) {
  const buttons = {
    singleButtonPressAction: 1,
    doubleButtonPressAction: 5,
    automaticBatteryTypeDetection: true,
  };
  if (type === deviceTypes.opener) {
    return {
      openerAdvancedConfig: {
        intercomId: 5101,
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
        soundLevel: 100,
        ...buttons,
        batteryType: 0,
        autoUpdateEnabled: true,
      },
    };
  }
  if (type === deviceTypes.smartDoor) {
    return {
      smartdoorAdvancedConfig: {
        lngTimeout: 20,
        ...buttons,
        unlatchDuration: 3,
        buzzerVolume: 1,
        supportedBatteryTypes: [3],
        batteryType: 3,
        autoLockTimeout: 300,
        autoLock: false,
      },
    };
  }
  if (type === deviceTypes.box) {
    return {};
  }
  return {
    advancedConfig: {
      lngTimeout: 20,
      ...buttons,
      unlatchDuration: 3,
      totalDegrees: 720,
      singleLockedPositionOffsetDegrees: 0,
      unlockedToLockedTransitionOffsetDegrees: 0,
      unlockedPositionOffsetDegrees: 0,
      lockedPositionOffsetDegrees: 0,
      detachedCylinder: true,
      batteryType: 0,
      autoLock: false,
      autoLockTimeout: 300,
      autoUpdateEnabled: true,
      motorSpeed: 0,
      enableSlowSpeedDuringNightmode: false,
    },
  };
}
