import * as smartlock from "pulumi-smartlock";
import { size } from "./size";

const newcomer = new smartlock.AccountUser("newcomer", { email: "newcomer@example.com", name: "Newcomer" });

new smartlock.AuthorizationSet("newcomer everywhere", {
  name: "Newcomer",
  accountUserId: newcomer,
  smartlockIds: [...size.smartlockIds],
  remoteAllowed: false,
  allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
  allowedFromTime: "08:00",
  allowedUntilTime: size.isChanged ? "18:00" : "16:00",
});
