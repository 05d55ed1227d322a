/** Whether somebody is typing there, so that keys are letters and no shortcuts. */
export const isTyping = (event: Event): boolean =>
  event
    .composedPath()
    .some(
      (part) =>
        part instanceof HTMLElement &&
        (part.isContentEditable || /^(?:input|textarea|select|dialog)$/i.test(part.tagName)),
    );
