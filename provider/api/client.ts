import { type CallOptions, DEFAULT_BASE_URL, HttpClient, type HttpClientOptions, Secret } from "../http";
import type { AccountUser, AccountUserQuery } from "./account-users";
import { areas } from "./areas";
import type { Authorization } from "./authorization-fields";
import type { AuthorizationQuery } from "./authorizations";
import { methodsOf } from "./call";
import type { MethodsOf } from "./operation";
import { readByOffset, readNumberedPages } from "./paging";

const AUTHORIZATIONS_PER_PAGE = 100;
/** As many as the service allows: it silently lowers this number. */
const USERS_PER_PAGE = 1_000;

type Areas = typeof areas;

/** How to reach the service, and how hard to try. Only the token is required. */
export interface SmartlockClientOptions extends Omit<HttpClientOptions, "token" | "baseUrl"> {
  /** An API token of the account. A {@link Secret} also says where the token came from, for errors. */
  readonly token: string | Secret;
  /** Default: `https://api.nuki.io`. */
  readonly baseUrl?: string | undefined;
}

/** The authorization operations, and a method that reads the whole paged list. */
export interface AuthorizationMethods extends MethodsOf<Areas["authorizations"]> {
  /**
   * Reads all pages of the authorizations of all locks. Fails if a page fails, or if the pages do not add up to a
   * complete list. The options apply to each page.
   */
  listAll(query?: AuthorizationQuery, options?: CallOptions): Promise<Authorization[]>;
}

/** The account user operations, and a method that reads the whole list. */
export interface AccountUserMethods extends MethodsOf<Areas["accountUsers"]> {
  /** Reads all pages of users, with `limit` users per page if it is given. Fails if a page fails. The options apply to each page. */
  listAll(query?: Omit<AccountUserQuery, "offset">, options?: CallOptions): Promise<AccountUser[]>;
}

/**
 * Every operation of the smart lock service, typed and grouped by area.
 *
 * @example
 * ```ts
 * const client = new SmartlockClient({ token });
 * const smartlockIds = (await client.smartlocks.list()).map((lock) => lock.smartlockId);
 * const { addressId } = await client.addresses.create({ name: "Harbour Street 5", smartlockIds });
 * await client.addresses.update({ addressId }, { name: "Harbour Street 7" });
 * await client.close();
 * ```
 *
 * Arguments are checked before anything is sent: an unknown field, a value out of range or a broken rule rejects
 * with an `InvalidRequestError`. Answers may hold more fields than are known. An answer that lacks a required field,
 * or has a field in the wrong form, rejects with an `AnswerError`.
 */
export class SmartlockClient {
  readonly #http: HttpClient;

  /** API keys, their advanced access, their tokens and the deliveries of their webhooks. */
  readonly apiKeys: MethodsOf<Areas["apiKeys"]>;
  /** Decentral webhooks, and the operations whose outcome they report. */
  readonly webhooks: MethodsOf<Areas["webhooks"]>;
  /** Who may open which lock. */
  readonly authorizations: AuthorizationMethods;
  /** The devices, with their configuration, actions and logs. */
  readonly smartlocks: MethodsOf<Areas["smartlocks"]>;
  /** The people attached to the account. */
  readonly accountUsers: AccountUserMethods;
  /** Third-party services, such as booking portals. */
  readonly services: MethodsOf<Areas["services"]>;
  /** The account itself. */
  readonly account: MethodsOf<Areas["account"]>;
  /** Accounts of other people under this one. */
  readonly subAccounts: MethodsOf<Areas["subAccounts"]>;
  /** The intercoms that an opener can be connected to. */
  readonly openers: MethodsOf<Areas["openers"]>;
  /** Addresses, their units, reservations and tokens. */
  readonly addresses: MethodsOf<Areas["addresses"]>;
  /** The phones and URLs that the service notifies about what happens at the doors. */
  readonly notifications: MethodsOf<Areas["notifications"]>;

  constructor(options: SmartlockClientOptions) {
    requireToken(options);
    const { token, baseUrl = DEFAULT_BASE_URL, ...tuning } = options;
    const http = new HttpClient({
      ...tuning,
      baseUrl,
      token: typeof token === "string" ? new Secret(token, "the `token` option of SmartlockClient") : token,
    });
    this.#http = http;
    this.apiKeys = methodsOf(http, "apiKeys", areas.apiKeys);
    this.webhooks = methodsOf(http, "webhooks", areas.webhooks);
    this.authorizations = withListAllAuthorizations(
      http,
      methodsOf(http, "authorizations", areas.authorizations),
    );
    this.smartlocks = methodsOf(http, "smartlocks", areas.smartlocks);
    this.accountUsers = withListAllUsers(http, methodsOf(http, "accountUsers", areas.accountUsers));
    this.services = methodsOf(http, "services", areas.services);
    this.account = methodsOf(http, "account", areas.account);
    this.subAccounts = methodsOf(http, "subAccounts", areas.subAccounts);
    this.openers = methodsOf(http, "openers", areas.openers);
    this.addresses = methodsOf(http, "addresses", areas.addresses);
    this.notifications = methodsOf(http, "notifications", areas.notifications);
  }

  /** The current time of the service, in milliseconds since 1970, according to its last answer. */
  serviceTime(): number {
    return this.#http.serviceTime();
  }

  /** Text from the service, safe to put in an error: without the token and other secrets, and with nothing invisible. */
  quoted(text: string, secrets: readonly string[] = []): string {
    return this.#http.quoted(text, secrets);
  }

  /** Lets the calls in progress finish, accepts no more, and closes the connections. */
  async close(): Promise<void> {
    await this.#http.close();
  }
}

function withListAllAuthorizations(
  http: HttpClient,
  methods: MethodsOf<Areas["authorizations"]>,
): AuthorizationMethods {
  return {
    ...methods,
    listAll: (query = {}, options) =>
      readNumberedPages({
        operation: "authorizations.listAll",
        object: "GET /smartlock/auth/paged",
        idOf: ({ id }) => id,
        now: () => http.now(),
        page: async (page) => {
          const answer = await methods.page({ ...query, page, size: AUTHORIZATIONS_PER_PAGE }, options);
          return { items: answer.results, total: answer.pagination.totalItems };
        },
      }),
  };
}

function withListAllUsers(http: HttpClient, methods: MethodsOf<Areas["accountUsers"]>): AccountUserMethods {
  return {
    ...methods,
    listAll: (query = {}, options) =>
      readByOffset({
        operation: "accountUsers.listAll",
        object: "GET /account/user",
        idOf: ({ accountUserId }) => accountUserId,
        now: () => http.now(),
        page: (offset) => methods.list({ limit: USERS_PER_PAGE, ...query, offset }, options),
      }),
  };
}

/** What JavaScript passes, or an environment variable that is not set. */
function requireToken(options: Partial<SmartlockClientOptions> | undefined): void {
  if (options?.token === undefined || options.token === "") {
    throw new TypeError(
      "SmartlockClient needs a token: new SmartlockClient({ token }). The one it was given is empty or missing. If it comes from an " +
        "environment variable, that is not set.",
    );
  }
}
