import * as smartlock from "pulumi-smartlock";
import { size } from "./size";

for (let n = 1; n <= size.users; n++) {
  const isRenamed = size.isChanged && n === 1;
  new smartlock.AccountUser(`user-${n}`, {
    email: `user-${n}@example.com`,
    name: isRenamed ? "Renamed user" : `User ${n}`,
  });
}
