import Icon from "@ant-design/icons";

/** The field of every drawing (schemas/shared/vocabulary.json). */
const FIELD = "64 64 896 896";

/** An icon of a menu group, drawn as the registry says; without a drawing a plain square: an icon is decoration, not meaning. */
export function MenuIcon({ drawing = "" }: { drawing?: string | undefined }) {
  const path = drawing === "" ? PLAIN : drawing;
  return (
    <Icon
      role="presentation"
      component={() => (
        <svg viewBox={FIELD} width="1em" height="1em" fill="currentColor" aria-hidden="true">
          <path d={path} />
        </svg>
      )}
    />
  );
}

const PLAIN = "M160 160h704v704H160zm72 72v560h560V232z";
