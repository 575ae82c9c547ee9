import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "pulumi-smartlock";
import { type Grant, readAccess } from "./declared";

const { crews, codes } = readAccess();

const doorsAndLimits = ({ doors, weekDays, from, until }: Grant) => ({
  smartlockIds: doors.map((name) => smartlock.getSmartlock({ name })),
  allowedWeekDays: weekDays,
  allowedFromTime: from,
  allowedUntilTime: until,
  remoteAllowed: false,
});

for (const [key, crew] of Object.entries(crews)) {
  const user = new smartlock.AccountUser(key, { name: crew.name, email: crew.email });
  new smartlock.AuthorizationSet(key, { name: crew.name, accountUserId: user, ...doorsAndLimits(crew) });
}

const secretCodes = new pulumi.Config().requireSecretObject<Record<string, number>>("codes");
for (const [key, grant] of Object.entries(codes)) {
  const code = secretCodes.apply((all) => all[key]);
  new smartlock.AuthorizationSet(key, { name: grant.name, type: "code", code, ...doorsAndLimits(grant) });
}
