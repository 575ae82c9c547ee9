import { answer, integerParam, queryBoolean, queryInteger, type Handlers } from "../call";
import { forbidden, invalid } from "../errors";

/** The service does not say what "recent" means. */
const recentMs = 90 * 24 * 3_600_000;
const verifiedToWork = 1;

export const openerRoutes = {
  "GET /opener/brand": (call) => answer(call.account.brands),

  "GET /opener/brand/{brandId}": (call) => {
    const wanted = integerParam(call, "brandId");
    const brand = call.account.brands.find(({ brandId }) => brandId === wanted);
    if (brand === undefined) {
      throw forbidden();
    }
    return answer(brand);
  },

  "GET /opener/intercom": (call) => {
    const brand = queryInteger(call, "brandId");
    const recentlyChanged = queryBoolean(call, "recentlyChanged") === true;
    const ignoreVerified = queryBoolean(call, "ignoreVerified") === true;
    if (brand === undefined && !recentlyChanged) {
      throw invalid("brandId", null);
    }
    const since = new Date(call.simulation.clock.now() - recentMs).toISOString();
    return answer(
      call.account.intercoms.filter(
        ({ brandId, verified, updateDate }) =>
          (brand === undefined || brandId === brand) &&
          (ignoreVerified || verified === verifiedToWork) &&
          (!recentlyChanged || updateDate >= since),
      ),
    );
  },

  "GET /opener/intercom/{intercomId}": (call) => {
    const wanted = integerParam(call, "intercomId");
    const intercom = call.account.intercoms.find(({ intercomId }) => intercomId === wanted);
    if (intercom === undefined) {
      throw forbidden();
    }
    return answer(intercom);
  },
} satisfies Partial<Handlers>;
