export { Address, type AddressArgs } from "./resources/address";
export {
  getSmartlock,
  type GetSmartlockArgs,
  listSmartlocks,
  type ListSmartlocksArgs,
} from "./lookups/smartlocks";
export type { Smartlock } from "./api";
