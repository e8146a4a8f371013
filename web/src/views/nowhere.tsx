// web/src/views/nowhere.tsx - an address that leads nowhere: why, and the ways on.

/** Whether every % of an address stands before what it should: what it names is asked of the server, which hangs up on the others. */
export function isReadable(place: string): boolean {
  try {
    decodeURIComponent(place);
    return true;
  } catch {
    return false;
  }
}

export function Nowhere(props: { place: string }) {
  const [why, what] = isReadable(props.place)
    ? ["This page has no such view.", "The address is none of those that it gives out."]
    : ["This address cannot be read.", "A % in it does not begin the code of a letter."];
  return (
    <section class="sorry" role="alert">
      <h1>{why}</h1>
      <p>{what} Perhaps it was cut or mistyped.</p>
      <a class="button gold" href="#/">
        To the tables
      </a>{" "}
      <a class="button" href="#/odds">
        To the odds
      </a>
    </section>
  );
}
