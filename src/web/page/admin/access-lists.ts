import { html, type TemplateResult } from "lit";
import { isLeft } from "fp-ts/lib/Either.js";
import type { Connection } from "home-assistant-js-websocket";
import type { Ban, Details, Token } from "../../../client/messages.ts";
import type { ManagingTexts } from "../../i18n/en/managing.ts";
import { Commands } from "../../../client/commands.ts";
import { catchProblem } from "../../connection/asking.ts";
import type { Answer, PlanClient } from "../../connection/plan-client.ts";

/** Language of a list. */
export interface ListWords {
  readonly texts: ManagingTexts;
  /** BCP 47 tag of the words. */
  readonly language: string;
  /** The name of a floor by its id. */
  readonly floorName: (id: string) => string;
}

const units = [
  ["day", 86_400],
  ["hour", 3600],
  ["minute", 60],
] as const;

/** Formats an ISO 8601 time for a language. */
export const momentIn = (time: string, language: string): string =>
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(
    new Date(time),
  );

const agoOf = (time: string, language: string): string => {
  const seconds = Math.round((Date.parse(time) - Date.now()) / 1000);
  const format = new Intl.RelativeTimeFormat(language, { numeric: "auto" });
  const [unit, length] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return format.format(unit === "second" ? 0 : Math.round(seconds / length), unit);
};

const rightsOf = (token: Token, { texts: { tokens }, floorName }: ListWords): string => {
  const { is_admin: isAdmin, is_own: isOwn, control, positions, level } = token;
  return [
    isAdmin ? tokens.administrator : control ? tokens.control : tokens.viewer,
    ...(positions ? [tokens.positions] : []),
    ...(level === null ? [] : [tokens.floor(floorName(level))]),
    ...(isOwn ? [tokens.owner] : []),
  ].join(" · ");
};

const timesOf = (token: Token, { texts: { tokens }, language }: ListWords): string => {
  const { expires_at: expiresAt, last_used_at: lastUsedAt, connections } = token;
  const { link_until: linkUntil, has_ended: hasEnded } = token;
  if (linkUntil !== null && hasEnded) return tokens.notOpened;
  const end =
    expiresAt === null
      ? tokens.lasting
      : (hasEnded ? tokens.ended : tokens.until)(momentIn(expiresAt, language));
  const used =
    linkUntil !== null
      ? tokens.unopened(momentIn(linkUntil, language))
      : connections > 0
        ? tokens.connected
        : lastUsedAt === null
          ? tokens.unused
          : tokens.used(agoOf(lastUsedAt, language));
  return `${end} · ${used}`;
};

/** The list of tokens; `revoke` is called with the chosen one. */
export const tokensView = (
  tokens: readonly Token[],
  words: ListWords,
  revoke: (token: Token) => void,
): TemplateResult => {
  const texts = words.texts.tokens;
  if (tokens.length === 0) return html`<p>${texts.none}</p>`;
  return html`<ul>
    ${tokens.map(
      (token) =>
        html`<li>
          <div>
            <strong>${token.name}</strong><small>${rightsOf(token, words)}</small
            ><small>${timesOf(token, words)}</small>
          </div>
          <button aria-label=${texts.revokeNamed(token.name)} @click=${() => revoke(token)}>
            ${texts.revoke}
          </button>
        </li>`,
    )}
  </ul>`;
};

/** The list of saves with their authors, newest first; `changed` says what a save changed, if that is known. */
export const savesView = (
  saves: readonly Details[],
  { texts: { saves: texts }, language }: ListWords,
  changed: (rev: number) => unknown,
): TemplateResult =>
  saves.length === 0
    ? html`<p>${texts.none}</p>`
    : html`<ul>
        ${saves.map(
          ({ rev, saved_at: savedAt, by }) =>
            html`<li data-rev=${rev}>
              <div>
                <strong>${by?.name ?? texts.unknown}</strong
                ><small>${texts.revision(rev)} · ${momentIn(savedAt, language)}</small
                ><span class="what">${changed(rev)}</span>
              </div>
            </li>`,
        )}
      </ul>`;

/** The list of bans; `lift` is called with the chosen one. */
export const bansView = (
  bans: readonly Ban[],
  { texts: { bans: texts }, language }: ListWords,
  lift: (ban: Ban) => void,
): TemplateResult =>
  bans.length === 0
    ? html`<p>${texts.none}</p>`
    : html`<ul>
        ${bans.map(
          (ban) =>
            html`<li>
              <div>
                <strong>${ban.address}</strong
                ><small
                  >${texts.failures(ban.failures)} ·
                  ${texts.until(momentIn(ban.until, language))}</small
                >
              </div>
              <button aria-label=${texts.liftNamed(ban.address)} @click=${() => lift(ban)}>
                ${texts.lift}
              </button>
            </li>`,
        )}
      </ul>`;

/** Sends one of the commands of `floorplan/client`. */
export type Ask = <Value>(
  command: (commands: Commands<Connection>) => Promise<Value>,
) => Answer<Value>;

/** Sends the commands of `floorplan/client` over the page's connection. */
export const askWith =
  (client: PlanClient): Ask =>
  async (command) => {
    const reached = await client.service();
    if (isLeft(reached)) return reached;
    return catchProblem(() => command(new Commands(reached.right, client.domain)));
  };
