/** Defines an element, unless another copy of this module has done so. */
export const define = (name: string, element: CustomElementConstructor): void => {
  if (customElements.get(name) === undefined) customElements.define(name, element);
};
