"use client";

import { lazy, Suspense } from "react";
import { failureText } from "#components/data/failure-text.ts";
import { useText } from "#components/i18n/i18n-provider.tsx";
import { Isolated } from "#components/ui/isolated.tsx";
import { Loading, Notice } from "#components/ui/panel.tsx";

/** What talks to wallets is loaded for who wants to use one. */
const Proof = lazy(async () => {
  const [view, session] = await Promise.all([
    import("#components/identity/wallet/wallet-proof.tsx"),
    import("#components/identity/wallet/session.ts"),
  ]);
  const { default: View } = view;
  const { postProof, signInWithProof } = session;
  return {
    default: ({ purpose, onDone }: WalletProofProps) => (
      <View
        purpose={purpose}
        onDone={onDone}
        sayFailure={(answer) => (answer.ok ? "" : failureText(answer))}
        submit={(proof) =>
          purpose === "sign-in"
            ? signInWithProof(proof)
            : postProof(
                purpose === "link" ? "/api/v1/identities/wallet" : "/api/v1/prove/wallet",
                proof,
              )
        }
      />
    ),
  };
});

type WalletProofProps = {
  purpose: "sign-in" | "link" | "prove";
  onDone: (address: string) => void;
};

/** The wallets of this browser, one of which signs for the purpose. */
export function WalletProof(props: WalletProofProps) {
  const text = useText("ui");
  const words = useText("wallet");
  return (
    <Isolated label="wallet" instead={<Notice title={text("loadFailed")} />}>
      <Suspense fallback={<Loading label={words("wallets")} />}>
        <Proof {...props} />
      </Suspense>
    </Isolated>
  );
}
