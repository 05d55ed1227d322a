import { Auth } from "home-assistant-js-websocket";

/**
 * Logs in to the service as whoever is signed in to Home Assistant's page, with the access token that the page
 * renews. So nothing but what is trusted with that token may be at the address.
 */
export class BorrowedAuth extends Auth {
  readonly #page: Auth;

  /** `base`: the address of the service, without a slash at its end; `page`: the login of Home Assistant's page. */
  constructor(base: string, page: Auth) {
    super({ ...page.data, hassUrl: base });
    this.#page = page;
  }

  override get expired(): boolean {
    return this.#page.expired;
  }

  override get accessToken(): string {
    return this.#page.accessToken;
  }

  override async refreshAccessToken(): Promise<void> {
    await this.#page.refreshAccessToken();
  }
}
