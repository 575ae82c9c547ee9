import type { Authorization as LiveAuthorization } from "../../api";
import type { BulkWrites } from "../../engine/kind/spec";
import { canonical } from "../../engine/values/equality";
import { type Grant, sentAtCreation, sentAtUpdate } from "./grant";

type GrantOnLock = Grant & { readonly smartlockId: number };

/** One request can create the same grant on many locks, or change or delete many authorizations. */
export const authorizationBulk: BulkWrites<
  GrantOnLock,
  LiveAuthorization,
  { readonly authorizationId: string }
> = {
  sameCreate: (wanted) => canonical(sentAtCreation(wanted)),
  async create(api, all) {
    const [first] = all;
    if (first !== undefined) {
      const smartlockIds = all.map(({ smartlockId }) => smartlockId);
      await api.authorizations.createMany({ ...sentAtCreation(first), smartlockIds });
    }
  },
  update: (api, all) =>
    api.authorizations.updateMany(all.map(({ live, wanted }) => ({ id: live.id, ...sentAtUpdate(wanted) }))),
  remove: (api, all) => api.authorizations.removeMany(all.map(({ authorizationId }) => authorizationId)),
};
