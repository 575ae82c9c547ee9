export const allScopes = [
  "account",
  "notification",
  "smartlock",
  "smartlock.readOnly",
  "smartlock.action",
  "smartlock.auth",
  "smartlock.config",
  "smartlock.log",
  "smartlock.create",
  "webhook.decentral",
] as const;

export type Scope = (typeof allScopes)[number];

/** What a request needs: one of these scopes, any valid token, or nothing at all. */
export type Access = readonly Scope[] | "any token" | "public";

export function isScope(value: unknown): value is Scope {
  return (allScopes as readonly unknown[]).includes(value);
}

export function allows(access: Access, scopes: readonly string[] | undefined): boolean {
  if (access === "public") {
    return true;
  }
  if (scopes === undefined) {
    return false;
  }
  return access === "any token" || access.some((scope) => scopes.includes(scope));
}
