import * as smartlock from "pulumi-smartlock";
import { grants } from "./grants";
import { size } from "./size";

for (const grant of grants) {
  for (const smartlockId of size.smartlockIds) {
    new smartlock.Authorization(`${grant.name} on ${smartlockId}`, { ...grant, smartlockId });
  }
}
