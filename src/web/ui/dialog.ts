import { css, type CSSResult, html, nothing, render } from "lit";

/** The events that browsers send when a finger is lifted, wherever it was put down. */
const ofFinger = ["touchend", "mousedown", "click"] as const;

/**
 * Protects a dialog that opens during a press, such as a long press or the tap before its click: the rest of that press
 * does nothing in the dialog. The next press counts, and so do keys.
 */
export const swallowPress = (dialog: HTMLDialogElement): void => {
  const ending = new AbortController();
  const { signal } = ending;
  const end = (): void => ending.abort();
  const spend = (event: Event): void => {
    // Clicks by keyboard have no position.
    if (event instanceof MouseEvent && event.type === "click" && event.detail === 0) return;
    event.preventDefault();
    event.stopPropagation();
    if (event.type === "click") end();
  };
  dialog.addEventListener("close", end, { signal });
  for (const name of ["pointerdown", "keydown"] as const)
    addEventListener(name, end, { capture: true, signal });
  for (const name of ofFinger)
    addEventListener(name, spend, { capture: true, passive: false, signal });
};

/** A question in a modal dialog. */
export interface ConfirmationQuestion {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly no: string;
  /** Asks for a code as well, labelled `label`; `isNumber`: digits only. */
  readonly code?: { readonly label: string; readonly isNumber: boolean } | undefined;
}

/** The answer yes, with the code if one was asked for. */
export interface Confirmation {
  readonly code: string | undefined;
}

/** Styles of dialogs, in the colours of a plan. */
export const dialogStyle = css`
  dialog {
    box-sizing: border-box;
    width: min(26rem, calc(100vw - 24px));
    max-height: calc(100dvh - 24px);
    padding: 18px 20px;
    overflow: auto;
    color: var(--plan-ink);
    background: var(--plan-paper);
    border: 0;
    border-radius: 18px;
    box-shadow: 0 8px 40px rgb(0 0 0 / 40%);
    font: 15px/1.4 var(--plan-font, system-ui, "Segoe UI", Roboto, sans-serif);
  }
  dialog::backdrop {
    background: rgb(0 0 0 / 45%);
  }
  dialog h2 {
    margin: 0 0 8px;
    font-size: 1.15rem;
    font-weight: 600;
    overflow-wrap: anywhere;
  }
  dialog button {
    min-width: 44px;
    min-height: 44px;
    padding: 0 16px;
    color: inherit;
    font: inherit;
    cursor: pointer;
    background: color-mix(in srgb, var(--plan-ink) 8%, transparent);
    border: 1px solid transparent;
    border-radius: 22px;
  }
  dialog button.main {
    color: var(--plan-paper);
    background: var(--plan-ink);
  }
  dialog :is(button, input, select):focus-visible {
    outline: 2px solid var(--plan-accent);
    outline-offset: 2px;
  }
  dialog input:not([type="range"]),
  dialog select {
    box-sizing: border-box;
    min-height: 44px;
    padding: 0 10px;
    color: inherit;
    font: inherit;
    background: transparent;
    border: 1px solid var(--plan-soft-ink);
    border-radius: 10px;
  }
  @media (pointer: coarse) {
    dialog input,
    dialog select {
      font-size: 16px;
    }
  }
  dialog .row {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
    justify-content: flex-end;
    margin-top: 14px;
  }
`;

/** Adds styles to the shadow root of an element, once; `name` tells them from others. */
export const dress = (host: Node, { styleSheet, cssText }: CSSResult, name: string): void => {
  const root = host.getRootNode();
  if (!(root instanceof ShadowRoot)) return;
  if (styleSheet === undefined) {
    // This browser has no constructable style sheets.
    if (root.querySelector(`style[data-${name}]`) !== null) return;
    const style = document.createElement("style");
    style.setAttribute(`data-${name}`, "");
    style.textContent = cssText;
    root.append(style);
  } else if (!root.adoptedStyleSheets.includes(styleSheet))
    root.adoptedStyleSheets.push(styleSheet);
};

/**
 * Asks a question in a dialog inside `host`, which must not render anything else there meanwhile. Resolves with
 * undefined on cancel.
 */
export const ask = (
  host: Element | ShadowRoot,
  { title, text, yes, no, code }: ConfirmationQuestion,
): Promise<Confirmation | undefined> =>
  new Promise((resolve) => {
    const dialog = document.createElement("dialog");
    dialog.setAttribute("aria-label", title);
    render(
      html`<form method="dialog">
        <h2>${title}</h2>
        <p>${text}</p>
        ${
          code === undefined
            ? nothing
            : html`<label
                >${code.label}
                <input
                  type="password"
                  inputmode=${code.isNumber ? "numeric" : "text"}
                  autocomplete="off"
                  required
              /></label>`
        }
        <div class="row">
          <button type="button" @click=${() => dialog.close("no")}>${no}</button>
          <button class="main" value="yes">${yes}</button>
        </div>
      </form>`,
      dialog,
    );
    dialog.addEventListener("close", () => {
      const given = dialog.querySelector("input")?.value;
      resolve(dialog.returnValue === "yes" ? { code: given } : undefined);
      dialog.remove();
    });
    dress(host, dialogStyle, "dialog");
    host.append(dialog);
    dialog.showModal();
    swallowPress(dialog);
  });

/** The focus ring, the same everywhere; `--ring` is its colour. */
export const focusStyle = css`
  :focus-visible {
    outline: 2px solid var(--ring);
    outline-offset: 2px;
  }
`;
