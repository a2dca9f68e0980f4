"use client";

import { type RefObject, useState } from "react";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { SecretOnce } from "#components/machines/parts/secret-once.tsx";
import { Snippets } from "#components/machines/parts/snippets.tsx";
import type { NewBotKey } from "./bot-key.ts";
import { NewKeyForm } from "./new-key-form.tsx";
import { snippet, variables } from "./snippets.ts";

type NewKeyProps = {
  /** Also when it is not known whether one was made. */
  onClose: () => void;
  /** What gets the focus at the end, whichever of the two windows was the last. */
  returnFocus: RefObject<Element | null>;
};

/** Makes a key: what it is for, then its secret, once. Loaded with the first press of the button. */
export default function NewKey({ onClose, returnFocus }: NewKeyProps) {
  const [made, setMade] = useState<NewBotKey>();
  return made === undefined ? (
    <NewKeyForm onMade={setMade} onClose={onClose} returnFocus={returnFocus} />
  ) : (
    <MadeKey made={made} onClose={onClose} returnFocus={returnFocus} />
  );
}

function MadeKey({ made, onClose, returnFocus }: NewKeyProps & { made: NewBotKey }) {
  const text = useText("botKeys");
  const { origin } = window.location;
  const note = text("callsHint");
  return (
    <SecretOnce
      title={text("madeTitle")}
      secrets={[
        { label: text("keyId"), value: made.id },
        { label: text("secret"), value: made.secret },
      ]}
      onClose={onClose}
      returnFocus={returnFocus}
    >
      <Snippets
        snippets={[
          {
            key: "environment",
            label: text("environment"),
            text: variables(made.id, made.secret),
          },
          {
            key: "typescript",
            label: text("typescript"),
            text: snippet("typescript", origin),
            note,
          },
          { key: "python", label: text("python"), text: snippet("python", origin), note },
          { key: "shell", label: text("shell"), text: snippet("shell", origin), note },
        ]}
      />
    </SecretOnce>
  );
}
