import { PageHeading } from '../../components/PageHeading.tsx';

/** The list of orders, which is the desk's home. */
export function OrdersHome() {
  return <PageHeading />;
}
