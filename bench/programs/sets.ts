import * as smartlock from "pulumi-smartlock";
import { grants } from "./grants";
import { size } from "./size";

for (const grant of grants) {
  new smartlock.AuthorizationSet(grant.name, { ...grant, smartlockIds: [...size.smartlockIds] });
}
