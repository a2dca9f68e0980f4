"use client";

import { createContext, useContext } from "react";

/** The signed-in person, for display. */
export type Person = {
  /** `usr_…` */
  id: string;
  /** Base58 address of the session's wallet. */
  account: string | undefined;
  /** The label in the header: the wallet, else the mail address, else the name from the provider. */
  label: string;
};

export type Frame = {
  /** `undefined` when no one is signed in, or the session has ended. */
  person: Person | undefined;
  /** True when the session ended while the page was open. */
  hasEnded: boolean;
  /** Call it when an answer shows that no one is signed in any more. */
  noteSessionEnd: () => void;
  /**
   * Asks the person for a fresh proof of identity. Resolves to whether one was given; the caller then repeats its
   * request.
   */
  prove: () => Promise<boolean>;
  /** The open question of `prove`, for the dialog that shows it. */
  question: { isOpen: boolean; settle: (proved: boolean) => void };
  /** True makes the page inert, while something above it must be answered. */
  cover: (isCovered: boolean) => void;
};

export const FrameContext = createContext<Frame | undefined>(undefined);

export function useFrame(): Frame {
  const value = useContext(FrameContext);
  if (!value) throw new Error("This component must be inside SettingsFrame.");
  return value;
}
