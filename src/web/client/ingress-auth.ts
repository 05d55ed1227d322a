import { Auth, ERR_INVALID_AUTH } from "home-assistant-js-websocket";
import { textField } from "../../client/errors.ts";

const endless = 1e11;

/**
 * Logs in as whom Home Assistant's ingress says: the service hands out a token for each login, which is used
 * once.
 */
export class IngressAuth extends Auth {
  #isFresh = false;

  /** `base`: the address of the service, without a slash at its end. */
  constructor(base: string) {
    super({
      hassUrl: base,
      clientId: null,
      expires: endless,
      refresh_token: "",
      access_token: "",
      expires_in: endless,
    });
  }

  override get expired(): boolean {
    return !this.#isFresh;
  }

  override get accessToken(): string {
    this.#isFresh = false;
    return this.data.access_token;
  }

  /** Gets the next token. Rejects with `ERR_INVALID_AUTH` where the service does not believe that anybody is there. */
  override async refreshAccessToken(): Promise<void> {
    const response = await fetch(`${this.data.hassUrl}/auth/ingress`, { method: "POST" });
    // The library's errors are numbers.
    if (response.status === 401) return Promise.reject(ERR_INVALID_AUTH);
    const token = textField(await response.json(), "token");
    if (token === undefined) throw new Error(`the service gives no token: ${response.status}`);
    this.data = { ...this.data, access_token: token };
    this.#isFresh = true;
  }
}
