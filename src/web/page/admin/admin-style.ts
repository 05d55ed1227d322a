import { css } from "lit";

/** Styles of the administrators' dialog, on top of those of all dialogs. */
export const adminStyle = css`
  dialog.manager {
    width: min(44rem, calc(100vw - 24px));
    /* Keeps the tabs in place although their contents differ in height. */
    margin-top: max(12px, min(10vh, (100dvh - 44rem) / 2));
  }
  .head {
    display: flex;
    gap: 8px;
    align-items: start;
    justify-content: space-between;
  }
  .strip {
    display: flex;
    flex-wrap: wrap;
    gap: 4px;
    margin: 4px 0 12px;
  }
  dialog .strip [aria-selected="true"] {
    color: var(--plan-paper);
    background: var(--plan-ink);
  }
  ul {
    margin: 0;
    padding: 0;
    list-style: none;
  }
  li {
    display: flex;
    flex-wrap: wrap;
    gap: 4px 12px;
    align-items: center;
    justify-content: space-between;
    padding: 8px 0;
    border-top: 1px solid var(--page-line);
  }
  li > div {
    flex: 1 1 12rem;
    min-width: 0;
    overflow-wrap: anywhere;
  }
  li strong,
  li small,
  li .what {
    display: block;
  }
  li small,
  .soft {
    color: var(--page-soft);
    font-size: 0.9rem;
  }
  form.link {
    display: grid;
    grid-template-columns: minmax(0, 1fr);
    gap: 4px;
  }
  form.link > label:not(:first-of-type) {
    margin-top: 8px;
  }
  form.link label.check {
    display: grid;
    grid-template-columns: auto 1fr;
    gap: 10px;
    align-items: center;
    min-height: 44px;
  }
  form.link .check input {
    width: 24px;
    min-height: 24px;
    margin: 0;
    accent-color: var(--page-accent);
  }
  form.link p,
  .soft {
    margin: 0;
    font-weight: 400;
  }
  .given {
    display: flex;
    flex-wrap: wrap;
    gap: 8px;
  }
  .given input {
    flex: 1 1 14rem;
    width: auto;
    min-width: 0;
  }
  .row {
    display: flex;
    justify-content: flex-end;
    margin-top: 14px;
  }
  .qr {
    display: block;
    width: min(16rem, 100%);
    margin: 12px auto;
  }
`;
