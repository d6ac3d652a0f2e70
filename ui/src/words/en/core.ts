/** Texts of the messages that the core makes, by their codes. */
export const core = {
  /** A sentence that was stored before messages had codes. */
  verbatim: '{text}',
} as const;
