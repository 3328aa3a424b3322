// Collects the server's spans and sends them where OTEL_EXPORTER_OTLP_ENDPOINT says (monitoring.md).
import { NodeSDK } from '@opentelemetry/sdk-node';

process.env.OTEL_SERVICE_NAME ??= 'mandoob';
new NodeSDK().start();
