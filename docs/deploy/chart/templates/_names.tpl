{{- define "booking-risk.labels" -}}
{{ include "booking-risk.selector" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ .Chart.Name }}-{{ .Chart.Version }}
{{- end }}

{{- define "booking-risk.selector" -}}
app.kubernetes.io/name: booking-risk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "booking-risk.pod" -}}
metadata:
  labels:
    {{- include "booking-risk.selector" . | nindent 4 }}
spec:
  serviceAccountName: {{ .Release.Name }}
  automountServiceAccountToken: false
  enableServiceLinks: false
  # Draining, then the answers under way.
  terminationGracePeriodSeconds: {{ add .Values.drainSeconds 60 }}
  securityContext:
    runAsNonRoot: true
    runAsUser: 65532
    runAsGroup: 65532
    fsGroup: 65532
    fsGroupChangePolicy: OnRootMismatch
    seccompProfile: { type: RuntimeDefault }
  {{- if .Values.database.secret }}
  topologySpreadConstraints:
    - maxSkew: 1
      topologyKey: kubernetes.io/hostname
      whenUnsatisfiable: ScheduleAnyway
      labelSelector:
        matchLabels:
          {{- include "booking-risk.selector" . | nindent 10 }}
  {{- end }}
  containers:
    - name: booking-risk
      image: {{ printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) | quote }}
      imagePullPolicy: {{ .Values.image.pullPolicy }}
      ports:
        - { name: http, containerPort: 3000 }
        - { name: operations, containerPort: 9100 }
      env:
        - { name: BOOKING_RISK_OPS_PORT, value: "9100" }
        - { name: BOOKING_RISK_OPS_HOST, value: "0.0.0.0" }
        - { name: BOOKING_RISK_DRAIN_SECONDS, value: {{ .Values.drainSeconds | quote }} }
        {{- if kindIs "invalid" .Values.trustedProxies }}
        {{- fail "set trustedProxies to the networks of your ingress's pods, such as [10.42.7.0/24], or to [] if callers connect directly" }}
        {{- end }}
        {{- with .Values.trustedProxies }}
        - { name: BOOKING_RISK_TRUSTED_PROXY, value: {{ join "," . | quote }} }
        {{- end }}
        {{- with .Values.allowedHosts }}
        - { name: BOOKING_RISK_ALLOWED_HOST, value: {{ join "," . | quote }} }
        {{- end }}
        {{- if .Values.database.secret }}
        - { name: DATABASE_URL_FILE, value: /run/secrets/booking-risk/url }
        {{- end }}
        {{- range $name, $value := .Values.environment }}
        - { name: {{ $name }}, value: {{ $value | quote }} }
        {{- end }}
      # A restart helps a process that no longer answers, and not one whose database is away.
      startupProbe:
        httpGet: { path: /healthz, port: operations }
        periodSeconds: 2
        failureThreshold: 150
      livenessProbe:
        httpGet: { path: /healthz, port: operations }
        periodSeconds: 10
        timeoutSeconds: 5
        failureThreshold: 6
      readinessProbe:
        httpGet: { path: /readyz, port: operations }
        periodSeconds: 3
        timeoutSeconds: 5
        failureThreshold: 2
      resources:
        {{- toYaml .Values.resources | nindent 8 }}
      securityContext:
        allowPrivilegeEscalation: false
        readOnlyRootFilesystem: true
        capabilities: { drop: [ALL] }
      volumeMounts:
        - { name: data, mountPath: /var/lib/booking-risk }
        {{- if .Values.database.secret }}
        - { name: database, mountPath: /run/secrets/booking-risk, readOnly: true }
        {{- end }}
  {{- if .Values.database.secret }}
  volumes:
    # The ONNX library and models; everything else is in the database.
    - name: data
      emptyDir: { sizeLimit: 2Gi }
    - name: database
      secret: { secretName: {{ .Values.database.secret }}, defaultMode: 0440 }
  {{- end }}
{{- end }}
