import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

/** The minimal sign-in form in React: no router, no session, no translations, no styles. */
function Form() {
  return (
    <form>
      <input type="email" name="email" />
      <input type="password" name="password" />
      <button type="submit">Sign In</button>
    </form>
  );
}

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Form />
    </StrictMode>,
  );
}
