import { css } from "lit";

/** How a strip fades at the ends at which there is more of it. */
export const fadingStyle = css`
  [data-more] {
    --before: 0px;
    --after: 0px;
    scrollbar-width: none;
  }
  [data-more~="before"] {
    --before: 28px;
  }
  [data-more~="after"] {
    --after: 28px;
  }
  [data-more~="before"],
  [data-more~="after"] {
    mask-image: linear-gradient(
      to right,
      transparent,
      #000 var(--before),
      #000 calc(100% - var(--after)),
      transparent
    );
  }
`;
