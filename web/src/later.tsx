// web/src/later.tsx - a view whose code comes when it is first opened.

import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";

export function later<Props extends object>(load: () => Promise<ComponentType<Props>>, what: string): ComponentType<Props> {
  return (props: Props) => {
    const [view, setView] = useState<{ View: ComponentType<Props> } | null>(null);
    const [failed, setFailed] = useState(false);
    useEffect(() => {
      load().then(
        (View) => setView({ View }),
        () => setFailed(true),
      );
    }, []);
    if (failed) return <p class="loading">{`The page could not load ${what}. Load it again.`}</p>;
    return view === null ? <p class="loading">{`Opening ${what} …`}</p> : <view.View {...props} />;
  };
}
